import { ROUTES } from '@tickmark/wire/routes/all'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { CallFailed } from './callFailed.ts'
import { keepPreviousData, QueryObserver } from '@tanstack/react-query'
import { openEnvelope } from '@tickmark/wire/legacy/envelope'
import { envelopeCipher } from './envelope.ts'
import { againMs, openClient } from './openClient.ts'

afterEach(() => vi.unstubAllGlobals())

/**
 * A client, and the failures that its listener got. The server gives every request the same answer, or each the next
 * one.
 */
function clientOf(given: { always: object | null } | { next: () => object | undefined }, isSignedIn = true) {
  const sent: { path: string; key: string | undefined }[] = []
  vi.stubGlobal('fetch', (path: string, { headers }: { headers: Record<string, string> }) => {
    sent.push({ path, key: headers['idempotency-key'] })
    const answer = 'next' in given ? given.next() : given.always
    return answer ? Promise.resolve(Response.json(answer)) : Promise.reject(new TypeError('no network'))
  })
  const failures: { code: string; changes: boolean; isShown: boolean }[] = []
  const client = openClient({
    routes: ROUTES,
    envelopeKey: () => Promise.resolve('00'.repeat(32)),
    claims: () => ({ language: 'english' }),
    askerKey: (isPersonal) => ({ address: isPersonal ? '0xA' : null }),
    isSignedIn: () => isSignedIn,
    useAsker: () => undefined,
    networkFailureText: () => 'no answer',
    onFailure: ({ code }, of) => failures.push({ code, ...of }),
  })
  const { queryKey } = client.query('getMyWalletData', {})
  const other = client.query('getAlerts', {}).queryKey
  const keys: readonly (readonly unknown[])[] = [queryKey, other]
  for (const key of keys) client.queries.setQueryData(key, {})
  const isStale = (key: readonly unknown[]) => client.queries.getQueryState(key)?.isInvalidated
  return { client, sent, failures, stale: () => [isStale(queryKey), isStale(other)] }
}

test('a call marks as stale exactly the answers that its route names', async () => {
  const { client, sent, stale, failures } = clientOf({ always: { status: 200, data: { reset: true } } })
  expect(await client.call('resetSimulated', {})).toEqual({ reset: true })
  expect(stale()).toEqual([true, false])
  expect(failures).toEqual([])
  expect(sent).toEqual([
    { path: '/api/resetSimulated', key: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
  ])
  expect(client.calledWithin(1_000, ['resetSimulated'])).toBe(true)
  expect(client.calledWithin(1_000, ['addAlert'])).toBe(false)
})

test('a refusal marks them as stale too, and is reported once', async () => {
  const refusal = { status: 409, code: 'key_reused', message: 'Said.' }
  const { client, sent, stale, failures } = clientOf({ always: refusal })
  const failure = await client.call('resetSimulated', {}, { quiet: true }).catch((thrown: unknown) => thrown)
  expect(failure).toBeInstanceOf(CallFailed)
  expect(failure).toMatchObject({ code: 'key_reused', status: 409, message: 'Said.' })
  expect(stale()).toEqual([true, false])
  expect(failures).toEqual([{ code: 'key_reused', changes: true, isShown: false }])
  expect(sent.length).toBe(1)
})

test('without an answer, a call that moves money is sent three times under one key; any other call once', async () => {
  const { client, sent, failures } = clientOf({ always: null })
  await expect(client.call('resetSimulated', {}, { idempotencyKey: 'key' })).rejects.toThrow('no answer')
  expect(sent.map(({ key }) => key)).toEqual(['key', 'key', 'key'])
  await expect(client.call('resetSimulated', {})).rejects.toThrow('no answer')
  const own = sent.splice(3).map(({ key }) => key)
  expect(own).toEqual([own[0], own[0], own[0]])
  expect(own[0]).toMatch(/^[0-9a-f-]{36}$/)
  await expect(client.call('addAlert', { pid: 1, kind: 'price', value: '1' })).rejects.toThrow('no answer')
  expect(sent.map(({ key }) => key).slice(3)).toEqual([undefined])
  expect(failures.map(({ code }) => code)).toEqual(['network', 'network', 'network'])
})

test('the answers of one user are never another one’s, and those of all are everybody’s', () => {
  const { client } = clientOf({ always: null })
  expect(client.query('getMyWalletData', {}).queryKey).toEqual([
    ROUTES.getMyWalletData.path,
    { address: '0xA' },
    {},
  ])
  expect(client.query('getLimitTimeType', {}).queryKey).toEqual([
    ROUTES.getLimitTimeType.path,
    { address: null },
    {},
  ])
})

test.each([
  ['getMyWalletData', true, true, true],
  ['getMyWalletData', true, false, false],
  ['getMyWalletData', false, true, false],
  ['getMyWalletData', false, undefined, false],
  ['getLimitTimeType', false, true, true],
  ['getLimitTimeType', false, undefined, true],
  ['getLimitTimeType', true, false, false],
] as const)('%s is asked: signed in %s, wanted %s, so %s', (name, isSignedIn, enabled, isAsked) => {
  const { client } = clientOf({ always: null }, isSignedIn)
  expect(client.shown(name, {}, enabled === undefined ? {} : { enabled }).enabled).toBe(isAsked)
})

test('a call that its caller gave up ends with his reason, and is no failure', async () => {
  const { client, failures } = clientOf({ always: null })
  const given = new AbortController()
  const reason = new Error('the screen has closed')
  vi.stubGlobal('fetch', () => Promise.reject(given.signal.reason as Error))
  given.abort(reason)
  await expect(client.call('getMyWalletData', {}, { signal: given.signal })).rejects.toBe(reason)
  expect(failures).toEqual([])
})

test('an answer of the wrong shape is a network failure', async () => {
  const { client } = clientOf({ always: { status: 200, data: { reset: 'yes' } } })
  await expect(client.call('resetSimulated', {})).rejects.toMatchObject({ code: 'network' })
})

test('an offline device gets its failure at once, without a retry', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const { client, sent } = clientOf({ always: null })
  await expect(client.call('resetSimulated', {})).rejects.toThrow('no answer')
  expect(sent).toHaveLength(1)
  vi.unstubAllGlobals()
})

test('a read is retried automatically after a 503, but not after a refusal', async () => {
  const busy = { status: 503, code: 'busy', message: 'Busy.' }
  const offer = { list: [], marginPpm: 40_000, chancesPpm: [500_000] }
  const answers = [busy, busy, { status: 200, data: offer }]
  const { client, sent } = clientOf({ next: () => answers.shift() })
  const read = new QueryObserver(client.queries, client.query('getLimitTimeType', {}))
  const stop = read.subscribe(() => {})
  await vi.waitFor(() => expect(read.getCurrentResult().data).toEqual(offer), { timeout: 20_000 })
  expect(sent).toHaveLength(3)
  stop()
  expect(
    [busy, { ...busy, status: 0, code: 'network' }, { ...busy, status: 409, code: 'key_reused' }].map(asked),
  ).toEqual([10_000, 10_000, false])
  expect(againMs(null)).toBe(false)
})

test.each([
  [0, 'network', 0, true, true],
  [1, 'network', 0, true, true],
  [2, 'network', 0, true, false],
  [0, 'busy', 503, true, true],
  [0, 'key_reused', 409, true, false],
  [0, 'network', 0, false, false],
])('after %i retries, %s with status %i, on a device with a network %s, is retried: %s', (...row) => {
  const [count, code, status, onLine, is] = row
  vi.stubGlobal('navigator', { onLine })
  const { retry, retryDelay } = clientOf({ always: null }).client.queries.getDefaultOptions().queries ?? {}
  if (typeof retry !== 'function' || typeof retryDelay !== 'function') throw new Error('the cache has rules')
  const failure = new CallFailed(code, status, 'no')
  expect(retry(count, failure)).toBe(is)
  expect(retryDelay(count, failure)).toBe(400 * 2 ** count)
})

test('an answer on screen is asked for at its own interval, and a failed one again after ten seconds', () => {
  const { client } = clientOf({ always: null })
  type Every = number | (() => number | false)
  const every = (refetchInterval: Every | undefined, error: Error | null) => {
    const more = refetchInterval === undefined ? {} : { refetchInterval }
    const { refetchInterval: interval } = client.shown('getLimitTimeType', {}, more)
    if (typeof interval !== 'function') throw new Error('an interval is decided anew each time')
    const data = { list: [], marginPpm: 1, chancesPpm: [] }
    return interval({ state: { data, error } } as unknown as Parameters<typeof interval>[0])
  }
  const busy = new CallFailed('busy', 503, 'no')
  const refused = new CallFailed('key_reused', 409, 'no')
  expect([null, refused, busy].map((error) => every(undefined, error))).toEqual([false, false, 10_000])
  expect([null, busy].map((error) => every(3_000, error))).toEqual([3_000, 3_000])
  expect([null, busy].map((error) => every(() => 1_000, error))).toEqual([1_000, 1_000])
  expect([null, busy].map((error) => every(() => false, error))).toEqual([false, 10_000])
})

test('an answer is fresh for five seconds and kept for an hour, and stays on screen where its screen wants that', () => {
  const { client } = clientOf({ always: null })
  expect(client.queries.getDefaultOptions().queries).toMatchObject({
    staleTime: 5_000,
    gcTime: 3_600_000,
    networkMode: 'always',
  })
  expect(client.shown('getLimitTimeType', {}).placeholderData).toBeUndefined()
  expect(client.shown('getLimitTimeType', {}, { keepsLast: true }).placeholderData).toBe(keepPreviousData)
})

test('a call that changes something is remembered from its begin and again from its answer, a read never', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const answered = Promise.withResolvers<void>()
  const { client } = clientOf({ always: null })
  const reset = { status: 200, data: { reset: true } }
  vi.stubGlobal('fetch', () => answered.promise.then(() => Response.json(reset)))
  const reading = client.call('getMyWalletData', {}).catch(() => {})
  const changing = client.call('resetSimulated', {})
  vi.setSystemTime(Date.now() + 999)
  expect(client.calledWithin(1_000, ['resetSimulated'])).toBe(true)
  vi.setSystemTime(Date.now() + 1)
  expect(client.calledWithin(1_000, ['resetSimulated'])).toBe(false)
  answered.resolve()
  await changing
  await reading
  expect(client.calledWithin(1, ['resetSimulated'])).toBe(true)
  expect(client.calledWithin(1_000, ['getMyWalletData'])).toBe(false)
})

test('a lost call that moves money is sent again after a quarter of a second, and once more after half a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { client, sent } = clientOf({ always: null })
  const lost = client.call('resetSimulated', {}).catch(() => 'lost')
  const counts: number[] = []
  for (const ms of [0, 249, 1, 499, 1]) {
    await vi.advanceTimersByTimeAsync(ms)
    counts.push(sent.length)
  }
  expect([counts, await lost]).toEqual([[1, 1, 2, 2, 3], 'lost'])
})

test('every call carries the page’s claims', async () => {
  const { client, sent } = clientOf({ always: { status: 200, data: {} } })
  await client.call('getMyWalletData', { dayStart: 7 }).catch(() => {})
  const params = new URL(sent[0]?.path ?? '', 'http://x').searchParams.get('params') ?? ''
  const input = openEnvelope(params, envelopeCipher('00'.repeat(32)))?.value
  expect(input).toEqual({ dayStart: 7, language: 'english' })
})

test('a failure is shown unless its caller shows it', async () => {
  const { client, failures } = clientOf({ always: { status: 409, code: 'key_reused', message: 'Said.' } })
  await client.call('getLimitTimeType', {}).catch(() => {})
  await client.call('addAlert', { pid: 1, kind: 'price', value: '1' }).catch(() => {})
  expect(failures).toEqual([
    { code: 'key_reused', changes: false, isShown: true },
    { code: 'key_reused', changes: true, isShown: true },
  ])
})

test('a read whose input depends on the time keeps its cache entry and sends the current input', async () => {
  const { client, sent } = clientOf({ always: { status: 200, data: { list: [] } } })
  let day = 1
  const readNow = () => client.query('getMyWalletData', {}, () => ({ dayStart: day }))
  const { queryKey } = readNow()
  day = 2
  expect(readNow().queryKey).toEqual(queryKey)
  const cipher = envelopeCipher('00'.repeat(32))
  for (const dayStart of [2, 3]) {
    day = dayStart
    await client.queries.query({ ...readNow(), staleTime: 0, retry: false }).catch(() => {})
    const params = new URL(sent.at(-1)?.path ?? '', 'http://x').searchParams.get('params') ?? ''
    expect(openEnvelope(params, cipher)?.value).toMatchObject({ dayStart })
  }
})

const asked = ({ status, code, message }: { status: number; code: string; message: string }) =>
  againMs(new CallFailed(code, status, message))
