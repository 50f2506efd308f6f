import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { call } from './api.ts'
import { loadConfig } from './config.ts'
import { factorAwaited, freshFactor } from './freshFactor.ts'
import { isIdle, watchUse } from './idle.ts'
import { sessionLost } from './sessionLost.ts'
import { useConsoleCall } from './useConsoleCall.ts'

const THREAD = '019a0000-0000-7000-8000-0000000000c1'
const CONFIG = {
  name: 'Tickmark',
  mode: 'sandbox',
  envelopeKey: '00'.repeat(32),
  languages: ['english'],
  networks: [],
  flags: { arbitrageBanner: false, wallet: true, arbitrage: false, share: false, loans: false },
  chatOrigin: null,
  logOrigin: '',
  logKey: '',
  receiptsKey: '',
  release: null,
  witnesses: [],
  version: '',
}

afterEach(() => {
  vi.unstubAllGlobals()
  sessionLost.set(false)
  factorAwaited.set(null)
})

/** A server that refuses one request after another with these codes, or has `done` it; `asked` are the headers of each. */
function server(...answers: string[]) {
  const asked: Headers[] = []
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit = {}) => {
    if (address.startsWith('/config.json')) return Response.json(CONFIG)
    asked.push(new Headers(headers))
    const answer = answers.shift()
    if (answer === 'done') return Response.json({ status: 200, data: { told: true } })
    return Response.json({ status: 403, code: answer, message: `no: ${answer}` }, { status: 403 })
  })
  return asked
}

/** The call that a component makes on a press. */
function pressed() {
  let run: ReturnType<typeof useConsoleCall<'consoleTyping'>>['run'] = async () => null
  function Probe() {
    run = useConsoleCall('consoleTyping').run
    return null
  }
  renderToStaticMarkup(<Probe />)
  return run({ threadId: THREAD })
}
/** The operator answers the request for his second factor. */
const answerFactor = (isShown: boolean) =>
  vi.waitFor(
    () => {
      const answer = factorAwaited.get()
      if (!answer) throw new Error('nothing is awaited')
      answer(isShown)
    },
    { timeout: 60_000 },
  )

test('a call gives its reply, or null after a refusal', async () => {
  await loadConfig().catch(() => {})
  server('done', 'thread_unknown')
  expect(await pressed()).toEqual({ told: true })
  expect(await pressed()).toBeNull()
  expect(sessionLost.get()).toBe(false)
})

test('when the server demands a fresh second factor, the same call is made once more after it was shown', async () => {
  const asked = server('factor_stale', 'done')
  const done = pressed()
  await answerFactor(true)
  expect(await done).toEqual({ told: true })
  expect([asked.length, factorAwaited.get()]).toEqual([2, null])
})

test.each([
  ['declines it', false, ['factor_stale'], 1],
  ['shows it and is asked again', true, ['factor_stale', 'factor_stale'], 2],
] as const)('an operator who %s is refused', async (_, isShown, answers, times) => {
  const asked = server(...answers)
  const done = pressed()
  await answerFactor(isShown)
  expect(await done).toBeNull()
  expect(asked).toHaveLength(times)
})

test('a second request for the factor ends the first one', async () => {
  const [first, second] = [freshFactor(), freshFactor()]
  expect(await first).toBe(false)
  factorAwaited.get()?.(true)
  expect(await second).toBe(true)
})

test.each([
  ['sign_in_first', true],
  ['operators_only', true],
  ['thread_unknown', false],
])('after the refusal %s the session is lost: %s', async (code, isLost) => {
  server(code)
  await pressed()
  expect(sessionLost.get()).toBe(isLost)
})

test('requests of a console that nobody uses for 5 s say so', async () => {
  const page = new EventTarget()
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  watchUse()
  page.dispatchEvent(new Event('wheel'))
  for (const kind of ['keydown', 'pointerdown', 'wheel']) {
    vi.advanceTimersByTime(5_001)
    expect(isIdle()).toBe(true)
    page.dispatchEvent(new Event(kind))
    vi.advanceTimersByTime(5_000)
    expect(isIdle()).toBe(false)
  }
  const asked = server('done', 'done')
  await call('consoleTyping', { threadId: THREAD })
  vi.advanceTimersByTime(1)
  await call('consoleTyping', { threadId: THREAD })
  expect(asked.map((one) => one.get('x-background'))).toEqual([null, '1'])
  vi.useRealTimers()
})
