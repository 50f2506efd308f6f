import { expect, test, vi } from 'vitest'
import { dismissEvidence, evidenceKept, keepEvidence } from './kept/evidenceStore.ts'
import { isRed, type PromiseTrouble } from './kept/trouble.ts'
import { promiseAlarms, type PromiseAlarm } from './promiseAlarm.ts'
import { accuse, dismiss, setTrouble, showEvidence } from './troubles.ts'

/** Without browser storage, this tab keeps it. */
const shownOf = (order: string) => promiseAlarms.get().filter((one) => one.order === order)
const alarm = (order: string, trouble: PromiseTrouble): PromiseAlarm => ({ order, trouble, evidence: null })

test('evidence against the house stays until its owner has dismissed it, whatever the house shows later', async () => {
  const evidence = { format: 'tickmark-promise/1' }
  await accuse({ order: 'a', trouble: 'terms', evidence })
  setTrouble('ticket a', alarm('a', 'unlogged'))
  // The house gives a sound ticket after all, and logs it.
  setTrouble('ticket a', null)
  expect(shownOf('a')).toEqual([{ order: 'a', trouble: 'terms', evidence, keptAs: 'terms a' }])
  await accuse({ order: 'a', trouble: 'terms', evidence: { format: 'another' } })
  expect(shownOf('a')).toMatchObject([{ evidence }])
  await dismiss('terms a')
  await accuse({ order: 'a', trouble: 'terms', evidence })
  await showEvidence()
  expect(shownOf('a')).toEqual([])
  await accuse({ order: 'a', trouble: 'contradicted', evidence })
  expect(shownOf('a')).toMatchObject([{ trouble: 'contradicted' }])
})

test('a finding of another tab is shown until its owner dismisses it there', async () => {
  const evidence = { format: 'tickmark-promise/1' }
  const kept = await keepEvidence({ order: 'tab', trouble: 'terms', evidence, keptAtMs: Date.now() })
  expect(shownOf('tab')).toEqual([])
  await showEvidence()
  await showEvidence()
  expect(shownOf('tab')).toEqual([{ order: 'tab', trouble: 'terms', evidence, keptAs: kept.name }])
  await dismissEvidence(kept.name)
  await showEvidence()
  expect(shownOf('tab')).toEqual([])
})

test('evidence that its owner has not dismissed never expires, whatever the clock says', async () => {
  const evidence = { format: 'tickmark-promise/1' }
  const keptAtMs = Date.now() - 4_000 * 86_400_000
  for (const order of ['old', 'seen']) await keepEvidence({ order, trouble: 'terms', evidence, keptAtMs })
  await dismissEvidence('terms seen')
  const left = (await evidenceKept(Date.now())).map(({ order }) => order)
  expect([left.includes('old'), left.includes('seen')]).toEqual([true, false])
})

test.each(['line', 'unlogged'] as const)(
  'what the log itself shows to be false (%s) stays, and what the house only did not show is taken back',
  async (trouble) => {
    const order = `logged ${trouble}`
    setTrouble(order, alarm(order, trouble))
    await accuse({ order, trouble, evidence: { format: 'tickmark-contradiction/1' } })
    expect(shownOf(order)).toHaveLength(2)
    // The house shows it correctly after all.
    setTrouble(order, null)
    expect(shownOf(order)).toMatchObject([{ trouble, keptAs: `${trouble} ${order}` }])
    await dismiss(`${trouble} ${order}`)
    expect(shownOf(order)).toEqual([])
  },
)

test.each<[string, PromiseTrouble, PromiseTrouble | null, PromiseTrouble[]]>([
  ['what is not shown', 'unlogged', 'unshown', ['unlogged']],
  ['the owner being signed out', 'overdue', 'signedOut', ['overdue']],
  ['what is worse', 'unshown', 'overdue', ['overdue']],
  ['another falsehood', 'overdue', 'result', ['result']],
  ['a fact', 'unlogged', null, []],
])('a trouble gives way to %s as it should', (name, before, after, shown) => {
  setTrouble(name, alarm(name, before))
  setTrouble(name, after && alarm(name, after))
  expect(shownOf(name).map(({ trouble }) => trouble)).toEqual(shown)
})

test('false answers are listed before late ones', () => {
  setTrouble('late', alarm('b', 'unshown'))
  setTrouble('false', alarm('b', 'line'))
  expect(shownOf('b').map(({ trouble }) => trouble)).toEqual(['line', 'unshown'])
})

test.each<[PromiseTrouble, boolean]>([
  ['terms', true],
  ['signature', true],
  ['unlogged', true],
  ['unshown', false],
  ['asking', false],
  ['unanswered', true],
  ['overdue', true],
  ['result', true],
  ['signedOut', false],
  ['line', true],
  ['exit', true],
  ['unasked', true],
  ['fees', true],
  ['address', true],
  ['balances', true],
  ['contradicted', true],
])('the alarm %s is red: %s', (trouble, is) => {
  expect(isRed(trouble)).toBe(is)
})

test('a trouble that goes on keeps its first evidence', () => {
  const [first, second] = [{ format: 'first' }, { format: 'second' }]
  setTrouble('goes on', { ...alarm('goes on', 'unlogged'), evidence: first })
  setTrouble('goes on', { ...alarm('goes on', 'unlogged'), evidence: second })
  expect(shownOf('goes on')).toMatchObject([{ evidence: first }])
})

test('the next load knows whether the last alarm was red', async () => {
  vi.resetModules()
  const page = { ...(await import('./troubles.ts')), ...(await import('./promiseAlarm.ts')) }
  const disk = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, value: string) => void disk.set(key, value),
    removeItem: (key: string) => void disk.delete(key),
  })
  const seen = [page.wasPromiseAlarmed()]
  const steps = ['unshown', 'unlogged', null] as const
  for (const trouble of steps) {
    page.setTrouble('next load', trouble && alarm('next load', trouble))
    seen.push(page.wasPromiseAlarmed())
  }
  await page.accuse({ order: 'next load', trouble: 'terms', evidence: { format: 'a/1' } })
  seen.push(page.wasPromiseAlarmed())
  await page.dismiss('terms next load')
  seen.push(page.wasPromiseAlarmed())
  vi.unstubAllGlobals()
  expect(seen).toEqual([false, false, true, false, true, false])
})
