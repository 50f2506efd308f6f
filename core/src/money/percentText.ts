import { formatAmount } from './money.ts'

/** Millionths as a percentage, exactly and without its sign: 41500 is "4.15". */
export function percentText(ppm: bigint | number): string {
  return formatAmount(BigInt(ppm) * 10_000n)
}
