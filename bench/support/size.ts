/** The usual size of a measurement. With BENCH_SIZE=tiny, a size that only shows that the program runs. */
export function size(usual: number, tiny: number): number {
  return process.env['BENCH_SIZE'] === 'tiny' ? tiny : usual
}

/** The number at that place of the command line, counted from 1; otherwise as `size`. */
export function argument(place: number, usual: number, tiny: number): number {
  return Number(process.argv[place + 1] ?? size(usual, tiny))
}
