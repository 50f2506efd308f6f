import { dayOfName } from '@tickmark/core/market/simulated/prices'
import { parseArgs } from 'node:util'
import { nodeCrypto } from '../crypto/nodeCrypto.ts'
import { houseAt, type Reach } from '../house.ts'
import type { Outcome } from '../outcome.ts'
import { readKeys, valueOf } from '../published.ts'
import { told } from '../told.ts'
import { USAGE } from '../usage.ts'
import { checkWitnesses, readPolicy, witnessedAt } from '../witnesses.ts'
import { checkRecordOf } from './record.ts'
import { recordText } from './recordText.ts'

/** The command `record`: reads a day's record from a house and recomputes it. */
export async function runRecord(
  args: readonly string[],
  reach: Reach,
  read: (path: string) => string,
): Promise<Outcome> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      keys: { type: 'string' },
      receipt: { type: 'string' },
      policy: { type: 'string' },
      full: { type: 'boolean', default: false },
      'from-start': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const [day, ...more] = positionals
  const fromStart = values['from-start']
  const isAsked = day !== undefined && dayOfName(day) !== null && more.length === 0
  if (!isAsked || values.url === undefined || (fromStart && !values.full)) return { code: 2, text: USAGE }
  const keys = values.keys === undefined ? null : readKeys(valueOf(read(values.keys)))
  if (values.keys !== undefined && !keys)
    return { code: 2, text: 'Unreadable: the keys file is not what it should be.' }
  const receipt = values.receipt === undefined ? null : read(values.receipt)
  const policy = values.policy === undefined ? null : readPolicy(read(values.policy), nodeCrypto)
  const house = houseAt(values.url, reach)
  const question = { day, keys, full: values.full, fromStart, receipt }
  const report = await checkRecordOf(house, question, nodeCrypto)
  const shown = { note: report.checkpoint, keys: report.keys }
  const witnesses = policy && checkWitnesses(shown, await witnessedAt(house, shown), policy, nodeCrypto)
  const code = report.problem === null ? 0 : 1
  return told({ report, code, text: recordText(report, keys !== null), witnesses }, values.json)
}
