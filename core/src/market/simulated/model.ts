import { modelTable } from '../../log/announced.ts'
import type { ModelEntry } from '../../log/log.ts'
import { roundedDeviation } from '../deviation.ts'
import { PRODUCTS } from '../products.ts'
import { deviationOf } from './prices.ts'

const DRAWN = modelTable(new Map(PRODUCTS.map((one) => [one.pid, roundedDeviation(deviationOf(one), 0)])))

/** Whether a model is the simulated market's: exactly the deviations that its prices are drawn with. */
export function isDrawnModel({ deviations }: Pick<ModelEntry, 'deviations'>): boolean {
  return Object.entries(deviations).every(([pid, [sigma, error]]) => {
    const drawn = DRAWN[pid]
    return drawn !== undefined && drawn[0] === sigma && drawn[1] === error
  })
}
