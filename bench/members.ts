/** The id of a member, `number` from 0 to 999; the first 64 are those whose rows the benchmarks read. */
export const memberId = (number: number): string =>
  `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
