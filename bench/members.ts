/** The id of a member, `number` from 0 to 999; the benchmarks read the rows of the first 64. */
export const memberId = (number: number): string =>
  `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
