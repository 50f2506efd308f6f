import { expect, onTestFinished, test } from 'vitest'
import { LogWatched } from '../components/LogWatched.tsx'
import { promiseAlarms } from '../watch/promises/promiseAlarm.ts'
import { watchState, type Alarm } from '../watch/watchState.ts'
import { takeConfig, configNow } from '../api/publicConfig.ts'
import { CONFIG } from '../api/publicConfig.testing.ts'
import { drawn, drawnMarkup } from './drawn.testing.tsx'
import { LogAlarm } from './LogAlarm.tsx'
import { LogBar, preloadAlarms } from './LogBar.tsx'
import { SandboxBanner } from './SandboxBanner.tsx'

const AT = new Date(2026, 10, 7, 21, 4, 9).getTime()

test.each<[Alarm['kind'], 'alert' | 'status', string]>([
  ['key', 'alert', 'another key than the one'],
  ['fork', 'alert', 'contradict each other'],
  ['config', 'alert', 'publishes other keys'],
  ['account', 'alert', 'another wallet has signed in'],
  ['unproved', 'status', 'does not show that'],
  ['older', 'status', 'only an older price log'],
  ['restarted', 'status', 'begun a new price log'],
  ['frozen', 'status', 'stands still'],
  ['unwitnessed', 'status', 'The witnesses that you trust'],
])('an alarm of kind %s has the role %s and its own words', async (kind, role, words) => {
  const alarm = { kind, sinceMs: AT } as Alarm
  expect(await drawnMarkup(<LogAlarm alarm={alarm} />)).toContain(`role="${role}"`)
  const told = (await drawn(<LogAlarm alarm={alarm} />)).split(' | ')
  expect(told[1]).toContain(words)
  expect(told.includes('Save the evidence')).toBe(kind === 'fork')
})

test('above every screen stand the log’s alarm and the worst one about a promise', async () => {
  await preloadAlarms()
  const before = watchState.get()
  onTestFinished(() => {
    watchState.set(before)
    promiseAlarms.set([])
  })
  expect(await drawn(<LogBar />)).toBe('')
  promiseAlarms.set([
    { order: 'one', trouble: 'terms', evidence: {}, keptAs: 'terms one' },
    { order: 'two', trouble: 'unshown', evidence: {} },
  ])
  expect(await drawn(<LogBar />)).toBe(
    [
      'The house’s promise',
      'The house’s answer is not what you signed. Save the evidence, and do not trade before you know why. Order one.',
      'Save the evidence',
    ].join(' | '),
  )
  watchState.set({ ...before, alarm: { kind: 'older' } })
  expect(await drawn(<LogBar />)).toBe(
    [
      'Public price log',
      'The house shows only an older price log than the one that this device has seen.',
      'The house’s promise',
      'The house’s answer is not what you signed. Save the evidence, and do not trade before you know why. Order one.',
      'Save the evidence',
    ].join(' | '),
  )
})

test('a page tells since when it has watched the log, and whether the log was consistent', async () => {
  const before = watchState.get()
  onTestFinished(() => watchState.set(before))
  expect(await drawn(<LogWatched />)).toBe('')
  watchState.set({ ...before, sinceMs: AT, size: 12_345, alarm: { kind: 'frozen' } })
  expect(await drawn(<LogWatched />)).toBe(
    [
      'Public price log',
      'Watched by this device since Nov 7, 2026, 21:04: 12,345 entries. Every head that it saw continued the one before. The house’s first head is taken on trust. A browser that deletes this site’s data begins anew.',
    ].join(' | '),
  )
  watchState.set({ ...before, sinceMs: AT, size: 12_345, alarm: { kind: 'older' } })
  expect(await drawn(<LogWatched />)).toBe(
    [
      'Public price log',
      'Watched by this device since Nov 7, 2026, 21:04: 12,345 entries. A later head does not continue them. The house’s first head is taken on trust. A browser that deletes this site’s data begins anew.',
    ].join(' | '),
  )
})

test('a sandbox says so, by its configuration or by the name of its log', async () => {
  const [config, watched] = [configNow() ?? CONFIG, watchState.get()]
  onTestFinished(() => {
    takeConfig(config)
    watchState.set(watched)
  })
  takeConfig({ ...CONFIG, mode: 'live' })
  expect(await drawn(<SandboxBanner />)).toBe('')
  watchState.set({ ...watched, isSandbox: true })
  const told = await drawn(<SandboxBanner />)
  expect(told).toBe('Sandbox: simulated market, test money | Hide this notice')
  watchState.set(watched)
  takeConfig({ ...CONFIG, mode: 'sandbox' })
  expect(await drawn(<SandboxBanner />)).toBe(told)
})
