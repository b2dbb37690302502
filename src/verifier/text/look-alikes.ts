/**
 * Letters of other alphabets that most fonts draw like a letter of ours. Only near twins are here: a reader tells `т`
 * from `t` and `μ` from `u`.
 */
const TWINS = `
a аɑα  c сϲⲥ  d ԁ  e е  g ɡց  h һհ  i іιӏ  j јϳյ  l ǀ  n ո  o оοօⲟ  p рρⲣ  q ԛզ  s ѕ  u υս  v νѵ  w ԝ  x х  y уү
A АΑᎪꓮ  B ВΒᏴꓐ  C СϹᏟꓚⲤ  D Ꭰꓓ  E ЕΕᎬꓰ  F ꓝ  G ԌᏀꓖ  H НΗᎻꓧ  I ІΙӀꓲ  J ЈᎫꓙ  K КΚᏦꓗ  L Ꮮꓡ  M МΜᎷꓟ  N Νꓠ
O ОΟՕⲞꓳ  P РΡᏢꓑ  R Ꭱꓣ  S ЅՏᏚꓢ  T ТΤꓔ  U Սꓴ  V ѴᏙꓦ  W ᎳꓪԜ  X ХΧꓫ  Y УΥҮꓬ  Z ΖᏃꓜ
`;

/** Quick to ask: whether a text has any letter that could be a look-alike. */
export const mayLookAlike = (text: string): boolean => NOT_ASCII.test(text) && CANDIDATE.test(text);

const NOT_ASCII = /[^\0-\x7f]/;
const CANDIDATE =
  /[\u01c0\u0251\u0261\u0370-\u058f\u13a0-\u13ff\u2100-\u214f\u2c80-\u2cff\ua4d0-\ua4ff\uff21-\uff5a\u{1d400}-\u{1d7ff}]/u;

/** The ASCII letter that a letter of another alphabet reads as. */
export function readsAs(letter: string): string | undefined {
  twins ??= new Map(
    [...TWINS.matchAll(/(\w) (\S+)/g)].flatMap(([, plain = "", others = ""]) =>
      [...others].map((other) => [other, plain]),
    ),
  );
  return twins.get(letter) ?? stylized(letter);
}

let twins: Map<string, string> | undefined;

/** Fullwidth and mathematical letters say themselves which letter they are. `ℓ` is a litre. */
function stylized(letter: string): string | undefined {
  if (!/^[\u2100-\u2112\u2114-\u214f\uff21-\uff5a\u{1d400}-\u{1d7ff}]$/u.test(letter)) return undefined;
  const plain = letter.normalize("NFKC");
  return /^[A-Za-z]$/.test(plain) ? plain : undefined;
}

/** The alphabet of a letter, as a message names it; empty for one that has no look-alikes. */
export function alphabetOf(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  return ALPHABETS.find(({ first, last }) => first <= code && code <= last)?.name ?? "";
}

const ALPHABETS = [
  { first: 0x01c0, last: 0x02af, name: "phonetic" },
  { first: 0x0370, last: 0x03ff, name: "Greek" },
  { first: 0x0400, last: 0x052f, name: "Cyrillic" },
  { first: 0x0530, last: 0x058f, name: "Armenian" },
  { first: 0x13a0, last: 0x13ff, name: "Cherokee" },
  { first: 0x2100, last: 0x214f, name: "letterlike" },
  { first: 0x2c80, last: 0x2cff, name: "Coptic" },
  { first: 0xa4d0, last: 0xa4ff, name: "Lisu" },
  { first: 0xff00, last: 0xffef, name: "fullwidth" },
  { first: 0x1d400, last: 0x1d7ff, name: "mathematical" },
];
