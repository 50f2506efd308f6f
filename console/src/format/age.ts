/** How long something has lasted, in its largest unit: "40 s", "12 min", "3 h", "5 d" in the language of `tag`. */
export function ageText(ms: number, tag: string): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const [count, unit]: [number, string] =
    seconds < 60
      ? [seconds, 'second']
      : seconds < 3_600
        ? [Math.floor(seconds / 60), 'minute']
        : seconds < 86_400
          ? [Math.floor(seconds / 3_600), 'hour']
          : [Math.floor(seconds / 86_400), 'day']
  const shape = { style: 'unit', unit: unit, unitDisplay: 'short' } as const
  return new Intl.NumberFormat(`${tag}-u-nu-latn`, shape).format(count)
}
