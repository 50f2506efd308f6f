import type { PromiseFile } from '@tickmark/core/receipts/promiseShape'
import { saveFile } from '../browser/saveFile.ts'

/** Saves the house's promise of an order as a file for the verifier. */
export function savePromise(order: string, promise: PromiseFile): void {
  const text = `${JSON.stringify(promise, null, 2)}\n`
  saveFile(new File([text], `tickmark-promise-${order}.json`, { type: 'application/json' }))
}
