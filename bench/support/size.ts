/** The size of a measurement: `usual`, or with BENCH_SIZE=tiny a size that only shows that the program runs. */
export function size(usual: number, tiny: number): number {
  return process.env['BENCH_SIZE'] === 'tiny' ? tiny : usual
}

/** Command-line argument number `place`, counted from 1; without it, as `size`. */
export function argument(place: number, usual: number, tiny: number): number {
  return Number(process.argv[place + 1] ?? size(usual, tiny))
}
