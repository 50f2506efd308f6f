import { NOTICE_MS, RULES_PACE_MS } from '@tickmark/core/log/announced'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { runs } from '@tickmark/core/runs.testing'
import { runAudit } from '@tickmark/server/app/audit/audit'
import type { LogDraft } from '@tickmark/server/market/log/log'
import { runCommand } from '@tickmark/verify/main'
import { expect, test } from 'vitest'
import { setCheatingHouse } from '../../support/house/cheatingHouse.ts'
import { newWatcher } from '../../support/house/watchers.ts'

const house = setCheatingHouse()
/** The record needs a whole day, which a run before each commit has no time for. */
const hasTime = runs(0, 1) === 1
/** The number of the newest `rules` entry; the log begins with one in its second place. */
let newest = 2
const DAY_S = 86_400

/** What `record --full` finds in a day's record of the house, which is made beside the ticks that come. */
async function readRecord(day: string) {
  for (let look = 0; look < 30 && !(await hasRecord(day)); look++) await house.pass(1)
  const reach = { fetch, wait: () => Promise.resolve() }
  return runCommand(['record', day, '--url', house.url, '--full'], reach)
}

async function hasRecord(day: string): Promise<boolean> {
  return (await (await fetch(`${house.url}/log/record`)).text()).includes(day)
}

/** Lets the day end, and the record of it be logged. */
async function endDay(): Promise<void> {
  await house.pass(DAY_S - (Math.floor(house.clock.nowMs() / 1_000) % DAY_S) + 10)
}

let announced = 0

/** Rules that the house could price by, and in the next second those of before, which name them or not; the number of the latter. */
async function announce({ hides }: { hides: boolean }): Promise<number> {
  const seqs: number[] = []
  const rulesAt = (at: number, before: number, marginPpm: number): LogDraft => {
    announced += 1
    const from = at * 1_000 + NOTICE_MS + announced * RULES_PACE_MS
    return { entry: { kind: 'rules', from, before, rules: { ...PRESENT_RULES, marginPpm } } }
  }
  await house.write(2, {
    says(at, next) {
      const [dearer = 0] = seqs.push(next) > 1 ? seqs : []
      const margin = dearer === 0 ? 50_000 : PRESENT_RULES.marginPpm
      return [rulesAt(at, hides || dearer === 0 ? newest : dearer, margin)]
    },
  })
  const [, last = 0] = seqs
  newest = last
  return last
}

test(
  'a house that leaves rules out of those that it names is found by each witness, its audit and the record of the day',
  async () => {
    const watcher = newWatcher(house)
    if (hasTime) await endDay()
    expect(await watcher.look()).toMatchObject({ kind: 'fine' })
    await announce({ hides: false })
    expect(await watcher.look()).toMatchObject({ kind: 'fine' })
    const seq = await announce({ hides: true })
    expect(await watcher.look()).toMatchObject({ kind: 'alarm', problem: 'hidden_rules' })
    const findings = await runAudit(house.test.database)
    const chain = findings.filter(({ rule }) => rule === 'rules = chain')
    expect(chain).toMatchObject([{ number: 16, where: `log entry ${seq}` }])
    if (!hasTime) return
    await endDay()
    expect(await readRecord('2026-11-22')).toMatchObject({
      code: 1,
      text: expect.stringContaining('names other rules as the newest than the log has before it') as string,
    })
  },
  runs(300_000, 3_600_000),
)
