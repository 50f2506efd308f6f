import { dayOfName } from '@tickmark/core/market/simulated/prices'
import { parseArgs } from 'node:util'
import { nodeCrypto } from '../crypto/nodeCrypto.ts'
import { houseAt, type Reach } from '../house.ts'
import { CODES, type Outcome } from '../outcome.ts'
import { readPublished, valueOf } from '../published.ts'
import { told } from '../told.ts'
import { USAGE } from '../usage.ts'
import { checkWitnesses, readPolicy, witnessedAt } from '../witnesses.ts'
import type { YieldLogProblem } from './secondYield.ts'
import { checkYieldFile, YIELD_IN_LOG, yieldText } from './yield.ts'
import { lookInLog } from './yieldInLog.ts'

/** The command `yield`: recomputes a day of the arbitrage programme from a file, or from a house. */
export async function runYield(
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
      line: { type: 'string' },
      policy: { type: 'string' },
      full: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const [what, ...more] = positionals
  const { url } = values
  const house = url === undefined ? null : houseAt(url, reach)
  const day = what !== undefined && dayOfName(what) !== null ? what : null
  if (
    what === undefined ||
    more.length > 0 ||
    (day !== null && !house) ||
    ((values.policy !== undefined || values.full) && !house)
  )
    return { code: 2, text: USAGE }
  const keys = values.keys === undefined ? null : readPublished(valueOf(read(values.keys)), nodeCrypto)
  if (values.keys !== undefined && !keys)
    return { code: 2, text: 'Unreadable: the keys file is not what it should be.' }
  const policy = values.policy === undefined ? null : readPolicy(read(values.policy), nodeCrypto)
  const file = day !== null && house ? await house.json(`log/yield/${day}`) : valueOf(read(what))
  const line = values.line === undefined ? undefined : valueOf(read(values.line))
  const report = checkYieldFile(file, { day, keys, line }, nodeCrypto)
  const text = yieldText(report, keys !== null)
  if (!report.readable) return { code: 2, text }
  const { head, entry } = report
  const inLog =
    values.full && house && entry
      ? await lookInLog(house, entry, keys?.present ?? head.keys, nodeCrypto)
      : null
  const witnesses =
    policy && house && checkWitnesses(head, await witnessedAt(house, head), policy, nodeCrypto)
  const code = CODES[verdictWith(report.verdict, inLog)]
  const words = inLog === null ? text : `${text}\n${YIELD_IN_LOG[inLog]}`
  return told({ report: { ...report, inLog }, code, text: words, witnesses }, values.json)
}

/** A file's verdict, and what the log adds to it: a log by other keys proves nothing, and any other problem breaks the file. */
export function verdictWith(verdict: keyof typeof CODES, inLog: YieldLogProblem | null): keyof typeof CODES {
  if (inLog === null) return verdict
  return inLog === 'other_keys' && verdict !== 'broken' ? 'not_proven' : 'broken'
}
