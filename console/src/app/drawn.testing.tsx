import { useUiTextList } from '@tickmark/client/useUiTextList.ts'
import { UiTextsProvider } from '@tickmark/ui/base/uiTexts.tsx'
import { preloadPanels } from '@tickmark/ui/layer/panels.testing.ts'
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { arbitrageRoutes } from '@tickmark/wire/routes/arbitrage'
import type { ReplyOf } from '@tickmark/wire/call'
import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { vi } from 'vitest'
import { Route, Router } from 'wouter'
import { query, type ConsoleCall, type Given, type Reply } from '../api/api.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { setOperator, type Operator } from '../session/operator.ts'
import { SCREENS } from './screens.tsx'
import { tokensOf } from './tokens.testing.ts'

/** The time of every drawing, in any zone. */
export const NOW = at('12:00:00')

/** A local time of 7 November 2026, so that its text is the same in every zone. */
export function at(time: string): number {
  return new Date(`2026-11-07T${time}`).getTime()
}

/** An answer that the cache holds. */
export type Answer = readonly [key: QueryKey, data: unknown]

/** The answer to a call with this input. */
export function answer<N extends ConsoleCall>(name: N, input: Given<N>, reply: Reply<N>): Answer {
  return [query(name, input).queryKey, reply]
}

/** The first page of a list. */
export function page<N extends ConsoleCall>(name: N, input: Given<N>, reply: Reply<N>): Answer {
  return [[...query(name, input).queryKey, 'pages'], { pages: [reply], pageParams: [null] }]
}

type Public = 'getProgramme' | 'getProgrammeTrades'

/** The answer to a call that needs no operator. */
export function publicAnswer<N extends Public>(
  name: N,
  input: object,
  reply: ReplyOf<(typeof arbitrageRoutes)[N]>,
): Answer {
  return [[arbitrageRoutes[name].path, { language: 'english' }, input], reply]
}

/** An operator with these roles. */
export function anOperator(...roles: Operator['roles']): Operator {
  return {
    address: '0xA1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1',
    name: 'Ada',
    roles,
    state: 'open',
    factors: { passkey: false, code: true },
    expiresAt: at('20:00:00'),
    idleAt: at('12:30:00'),
  }
}

interface Drawing {
  /** The address below the console's base. */
  path?: string
  answers?: readonly Answer[]
  operator?: Operator | null
}

/**
 * What a part of the console shows in English at `NOW`, before its effects run, with these answers, in the order of the page:
 * `Stake | 25.00 | USDT`. Besides texts: `[name]` an accessible name, `«typed»`, `● chosen`, `off`, `(good)` a tone, `→ /orders`.
 */
export function drawn(part: ReactElement, drawing: Drawing = {}): Promise<string> {
  return draw(part, drawing, ({ tokens }) => tokens.filter((one) => !one.startsWith('[Copy ')).join(' | '))
}

/** The same of the screen at `path`, found by its route. */
export async function drawnScreen(path: string, drawing: Drawing = {}): Promise<string> {
  return drawn(await screenAt(path), { ...drawing, path })
}

/** The calls that the screen at `path` makes: route, input, and how often it asks again, in ms. */
export async function askedAt(path: string, drawing: Drawing = {}): Promise<string[]> {
  return draw(await screenAt(path), { ...drawing, path }, ({ client }) =>
    client
      .getQueryCache()
      .getAll()
      .map((one) => {
        const { enabled, refetchInterval } = one.options as Asking
        const [route, , input] = one.queryKey
        const again = typeof refetchInterval === 'function' ? refetchInterval(one) : refetchInterval
        return `${String(route)} ${JSON.stringify(input)} ${enabled === false ? 'never' : String(again)}`
      }),
  )
}

/** A query's options as its component gave them. */
interface Asking {
  enabled?: boolean
  refetchInterval?: false | number | ((of: unknown) => false | number)
}

async function draw<T>(
  part: ReactElement,
  { path = '/', answers = [], operator = null }: Drawing,
  read: (drawn: { tokens: string[]; client: QueryClient }) => T,
): Promise<T> {
  await preloadPanels()
  const client = new QueryClient()
  for (const [key, data] of answers) client.setQueryData(key, data)
  vi.setSystemTime(NOW)
  vi.stubGlobal('document', { documentElement: { dir: 'ltr', dataset: {} } })
  vi.stubGlobal('location', { hash: '' })
  setOperator(operator)
  try {
    const markup = renderToStaticMarkup(
      <Router ssrPath={path}>
        <QueryClientProvider client={client}>
          <Texts>{part}</Texts>
        </QueryClientProvider>
      </Router>,
    )
    return read({ tokens: tokensOf(markup), client })
  } finally {
    setOperator(null)
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
}

function Texts({ children }: { children: ReactNode }) {
  return <UiTextsProvider list={useUiTextList(useTranslation('shell').t)}>{children}</UiTextsProvider>
}

async function screenAt(path: string): Promise<ReactElement> {
  const [place = ''] = path.split('?')
  const screen = SCREENS.find((one) => new RegExp(`^${one.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(place))
  if (screen === undefined) throw new Error(`no screen at ${path}`)
  // The purifier of HTML needs a browser's window from its first moment on; here it lets pass what it gets.
  vi.doMock('dompurify', () => ({ default: () => ({ addHook: () => {}, sanitize: (html: string) => html }) }))
  vi.stubGlobal('window', undefined)
  try {
    return <Route path={screen.path} component={await screen.load()} />
  } finally {
    vi.unstubAllGlobals()
  }
}
