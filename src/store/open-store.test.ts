import { describe } from "vitest";
import { aStore } from "./a-store.testkit.ts";
import { storeSuite } from "./store.testsuite.ts";

describe("a store on the Postgres we start ourselves", () => storeSuite(aStore));
