import {
  batsKit,
  cargoKit,
  ctestKit,
  makeKit,
  minitestKit,
  phpunitKit,
  proveKit,
  pytestKit,
  rspecKit,
  unittestKit,
} from "./kits.ts";
import { avaKit, jestKit, mochaKit, nodeKit, tapeKit, vitestKit } from "./kits-of-javascript.ts";
import {
  changedAssertion,
  deletion,
  feature,
  mendedWithTest,
  module,
  type Piece,
  refactoring,
  rename,
  testsOnly,
} from "./piece.ts";
import * as single from "./single-pieces.ts";

/** Honest pieces of work, by what has to be installed for them. */
export const OF_NODE: readonly Piece[] = [
  ...[nodeKit, jestKit, mochaKit, avaKit, tapeKit].map(feature),
  ...[avaKit, tapeKit].map(module),
  ...[jestKit, mochaKit].map(mendedWithTest),
  ...[changedAssertion, deletion, testsOnly].map((shape) => shape(nodeKit)),
  refactoring(mochaKit),
  ...[single.newDependency, single.configWithCode, single.fixtureData, single.sharedHelper, single.movedTest],
];

export const OF_VITEST: readonly Piece[] = [
  feature(vitestKit),
  ...[single.grownSnapshot, single.updatedSnapshot, single.namedTable],
];

export const OF_PYTHON_AND_RUST: readonly Piece[] = [
  ...[pytestKit, unittestKit, cargoKit].map(feature),
  module(unittestKit),
  changedAssertion(pytestKit),
  ...[rename, testsOnly].map((shape) => shape(unittestKit)),
  ...[single.parametrised, single.namedFixture, single.subTests, single.testsInside, single.changedInside],
];

export const OF_OTHERS: readonly Piece[] = [
  ...[proveKit, makeKit, batsKit, ctestKit, rspecKit, minitestKit, phpunitKit].map(feature),
  ...[batsKit, rspecKit, proveKit, ctestKit, phpunitKit].map(module),
  ...[makeKit, minitestKit, phpunitKit].map(mendedWithTest),
  rename(minitestKit),
  deletion(proveKit),
  ...[batsKit, rspecKit].map(testsOnly),
  refactoring(makeKit),
  ...[single.namedTarget, single.dataProvider, single.loadedHelper, single.nestedTest],
];

export const PIECES: readonly Piece[] = [...OF_NODE, ...OF_VITEST, ...OF_PYTHON_AND_RUST, ...OF_OTHERS];
