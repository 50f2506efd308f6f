import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import type { AuditedEntry } from '@tickmark/core/log/audited'
import { entryBody } from '@tickmark/core/log/log'
import type { AuditedPart } from '../../module/auditRule.ts'
import { auditedAudit } from './auditAudited.ts'
import { NOW, type Row } from './edges.testing.ts'
import { testLies, unchecked, type Audited, type Lie } from './lies.testing.ts'

const DAY_MS = 86_400_000
/** SHA-256 of nothing: no account holds anything. */
const NONE = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const entry = (seq: number, more: Partial<AuditedEntry>): AuditedEntry => ({
  ...ENTRY_OF.audited,
  seq,
  at: NOW,
  size: seq - 1,
  until: NOW - 100 + seq,
  whole: NOW - 10,
  balances: NONE,
  liabilities: [],
  ...more,
})
const ENTRIES = [entry(3, { whole: NOW - 20 }), entry(5, {}), entry(6, { size: 4 })]
const rowOf = (one: AuditedEntry): Row => ({
  seq: one.seq,
  kind: one.kind,
  at: one.at,
  body: entryBody(one),
})
const runOf = ({ size, until, whole, balances, liabilities }: AuditedEntry): Row => ({
  began_ms: NOW - 9,
  ended_ms: NOW,
  findings: 0,
  log_size: size,
  until_ms: until,
  whole_ms: whole,
  balances: `\\x${balances}`,
  liabilities,
})
const NEWEST = { seq: 9, kind: 'tick', at: NOW + DAY_MS, body: '{}' }
/** Another text of an entry, with a run that tells the same unless it is left out. */
const told = (seq: number, more: Partial<AuditedEntry>, hasRun = true): string => {
  const one = { ...ENTRIES.find((each) => each.seq === seq), ...more } as AuditedEntry
  const write = `update log_entry set body = '${entryBody(one)}' where seq = ${seq};`
  if (!hasRun) return write
  return `${write} insert into audit_run (began_ms, ended_ms, findings, is_whole, log_size, until_ms, whole_ms, balances, liabilities)
    values (${NOW - 9}, ${NOW}, 0, true, ${one.size}, ${one.until}, ${one.whole}, '\\x${one.balances}',
      '${JSON.stringify(one.liabilities)}')`
}
const [OTHER, HELD] = ['ab'.repeat(32), `insert into account (id, balance) values (1041, 5);`]
const OWED = [{ book: 'real', currency: 'USDT', amount: '5', root: OTHER }] as const
/** What a whole audit and a step from after entry 3 find at entries. */
const both = (rule: string, ...seqs: number[]) =>
  ['', 'step '].flatMap((by) => seqs.map((seq) => `${by}${rule}: log entry ${seq}`))
const ofRun = `where until_ms = ${NOW - 95}`

const audited: Audited = {
  of: 'entries about audits',
  tables: {
    account: [],
    transfer: [],
    log_entry: [...ENTRIES.map(rowOf), NEWEST],
    audit_run: ENTRIES.map(runOf),
  },
  ask: async (tx) => {
    const found = async (since: AuditedPart | null) => {
      const facts = { since, next: null, networks: [], receiptsKey: null, ticksBetween: () => [] }
      const lists = await Promise.all(auditedAudit.map(({ check }) => check(tx, facts as never)))
      return lists.flat().map(({ rule, where }) => `${rule}: ${where}`)
    }
    const step = await found({ atMs: 0, logSize: 3, carried: {} })
    return [...(await found(null)), ...step.map((one) => `step ${one}`)]
  },
  lies: [
    ['an entry that tells of itself', told(5, { size: 5 }), both('audited in turn', 5, 6)],
    ['fewer entries than before', told(5, { size: 1 }), both('audited in turn', 5)],
    ['an earlier time than before', told(5, { until: NOW - 98 }), both('audited in turn', 5)],
    ['a time to come', told(5, { until: NOW + 1 }), both('audited in turn', 5, 6)],
    ['an older whole run than before', told(5, { whole: NOW - 21 }), both('audited in turn', 5)],
    ['an old entry that tells of itself', told(3, { size: 3 }), ['audited in turn: log entry 3']],
    ['no run', told(5, { balances: OTHER }, false), both('audited = run', 5)],
    ['no run, long ago', told(3, { balances: OTHER }, false), ['audited = run: log entry 3']],
    ['no run that owed as much', told(5, { liabilities: OWED }, false), both('audited = run', 5)],
    ...[
      'log_size = 3',
      `liabilities = '${JSON.stringify(OWED)}'`,
      'until_ms = until_ms + 10',
      'whole_ms = 1',
      'ended_ms = ended_ms + 1',
    ].map((set): Lie => [
      `a run with another ${set}`,
      `update audit_run set ${set} ${ofRun}`,
      both('audited = run', 5),
    ]),
    [
      'a run that had found something',
      `${unchecked('audit_run')} update audit_run set findings = 1 ${ofRun}`,
      both('audited = run', 5),
    ],
    ['a run that is gone', `delete from audit_run ${ofRun}`, both('audited = run', 5)],
    ['other balances', told(6, { balances: OTHER }), ['balances as logged: log entry 6']],
    ['other liabilities', told(6, { liabilities: OWED }), ['liabilities as logged: log entry 6']],
    [
      'an account that held something',
      HELD,
      ['balances as logged: log entry 6', 'liabilities as logged: log entry 6'],
    ],
    [
      'an account of the house that held something',
      'insert into account (id, balance) values (19, 5);',
      ['balances as logged: log entry 6'],
    ],
    ['other balances more than a day ago', `${HELD} update log_entry set at = at + 1 where seq = 9`, []],
    ['other liabilities of an older entry', told(5, { liabilities: OWED }), []],
    ['other balances of an older entry', told(5, { balances: OTHER }), []],
  ],
}

testLies([audited])
