import { parseEntry } from '@tickmark/core/log/log'
import type { Excerpt, Receipt } from '@tickmark/core/receipts/receipts'
import type { Given, Reply } from '../api/api.ts'

/** Maximum number of entries in one answer of the public log. */
const MOST = 200

type AskLog = (input: Given<'getLog'>) => Promise<Reply<'getLog'>>

/** Whether the public log still has exactly the receipt's entries at the receipt's positions. */
export async function agreesWithLog(receipt: Pick<Receipt, 'segments'>, ask: AskLog): Promise<boolean> {
  for (const segment of receipt.segments) {
    if (!(await isInLog(segment, ask))) return false
  }
  return true
}

async function isInLog({ bodies }: Excerpt, ask: AskLog): Promise<boolean> {
  for (let start = 0; start < bodies.length; start += MOST) {
    const part = bodies.slice(start, start + MOST)
    const from = parseEntry(part[0] ?? '')?.seq
    if (from === undefined) return false
    const logged = await ask({ from, to: from + part.length - 1 })
    if (!part.every((body, place) => logged.bodies[place] === body)) return false
  }
  return true
}
