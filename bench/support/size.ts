/** The usual size of something measured, or, where BENCH_SIZE is `tiny`, one that only shows that the program runs. */
export function size(usual: number, tiny: number): number {
  return process.env['BENCH_SIZE'] === 'tiny' ? tiny : usual
}

/** The same, unless the command line gives the number at that place, counted from 1. */
export function argument(place: number, usual: number, tiny: number): number {
  return Number(process.argv[place + 1] ?? size(usual, tiny))
}
