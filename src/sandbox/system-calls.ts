/**
 * System calls that no contract needs and that namespaces do not hold: the kernel's keyrings are those of the person's
 * session, and io_uring does its work behind the back of most watchers. They are answered as by a kernel that lacks
 * them, so that programs fall back to what they did before. Debuggers and leak detectors keep `ptrace`: inside its own
 * pid namespace it reaches nobody else.
 *
 * The filter is the kernel's classic BPF: eight bytes per instruction, as `bwrap --seccomp` reads it.
 */
export function systemCallFilter(): Buffer {
  return Buffer.concat([
    ...ARCHITECTURES.flatMap(({ id, calls, isForeign }) => {
      const refusals = calls.flatMap((call) => [
        instruction(JUMP_IF_EQUAL, call, 0, 1),
        instruction(RETURN, NOT_THERE),
      ]);
      const foreign = isForeign ? [instruction(JUMP_IF_AT_LEAST, isForeign, 0, 1), instruction(RETURN, NOT_THERE)] : [];
      const block = [instruction(LOAD, NUMBER), ...foreign, ...refusals, instruction(RETURN, ALLOW)];
      return [instruction(LOAD, ARCHITECTURE), instruction(JUMP_IF_EQUAL, id, 0, block.length), ...block];
    }),
    instruction(RETURN, ALLOW),
  ]);
}

/** `add_key`, `request_key`, `keyctl`, then `io_uring_setup`, `_enter`, `_register`; `isForeign`: from there on it is x32. */
const ARCHITECTURES: readonly { id: number; calls: readonly number[]; isForeign?: number }[] = [
  { id: 0xc000003e, calls: [248, 249, 250, 425, 426, 427], isForeign: 0x40000000 },
  { id: 0x40000003, calls: [286, 287, 288, 425, 426, 427] },
  { id: 0xc00000b7, calls: [217, 218, 219, 425, 426, 427] },
];

const [LOAD, JUMP_IF_EQUAL, JUMP_IF_AT_LEAST, RETURN] = [0x20, 0x15, 0x35, 0x06];
/** Offsets in what a filter gets to see. */
const [NUMBER, ARCHITECTURE] = [0, 4];
const ALLOW = 0x7fff0000;
/** SECCOMP_RET_ERRNO with ENOSYS. */
const NOT_THERE = 0x00050000 | 38;

function instruction(code: number, value: number, ifTrue = 0, ifFalse = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}
