import { linksIn, textsIn } from '@tickmark/ui/base/drawn.testing.ts'
import { useUiTextList } from '@tickmark/client/useUiTextList.ts'
import { UiTextsProvider } from '@tickmark/ui/base/uiTexts.tsx'
import { QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import type { Language } from '@tickmark/texts/languages'
import type { RouteName } from '@tickmark/wire/routes/all'
import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { onTestFinished, vi } from 'vitest'
import { Router } from 'wouter'
import { queries, query, type Given, type Reply } from '../api/api.ts'
import { changeLanguage, loadRestOfEnglish } from '../i18n/i18n.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import {
  forgetAddress,
  setBook,
  setServerSession,
  type BookId,
  type ServerSession,
} from '../session/session.ts'

/**
 * The English texts of a part of the page at `path`, as `Stake | 250.00 | USDT`: drawn before its effects run, with reduced
 * motion, from the answers in `queries`. Needs no browser; the journeys test the whole page in one.
 */
export function drawn(part: ReactElement, path = '/'): Promise<string> {
  return inPage(textsIn, part, path)
}

/** Where the links of a part lead, drawn in the same way. */
export function drawnLinks(part: ReactElement, path = '/'): Promise<string[]> {
  return inPage(linksIn, part, path)
}

/** The markup of a part, drawn in the same way, for facts that no text shows. */
export function drawnMarkup(part: ReactElement, path = '/'): Promise<string> {
  return inPage(renderToStaticMarkup, part, path)
}

/** For the rest of the test, the server has answered a call with this. */
export function answered<N extends RouteName>(name: N, input: Given<N>, reply: Reply<N>): void {
  keepAnswer(query(name, input).queryKey, reply)
}

/** The same for a paged list with these pages loaded. */
export function answeredPages<N extends RouteName>(name: N, input: Given<N>, parts: Reply<N>[]): void {
  keepAnswer([...query(name, input).queryKey, 'pages'], { pages: parts, pageParams: parts.map(() => null) })
}

function keepAnswer(queryKey: QueryKey, data: unknown): void {
  queries.setQueryData(queryKey, data)
  onTestFinished(() => queries.removeQueries({ queryKey, exact: true }))
}

/** For the rest of the test, a user is signed in, in the real account (0) or the simulated one. */
export function asUser(book: BookId = 1, given: Partial<ServerSession> = {}): void {
  setServerSession({
    address: '0x12a4c3e5f6071829304152637485960718293a4b',
    walletType: 1,
    practice: false,
    registered: true,
    key: null,
    expiresAt: 2_000_000_000_000,
    books: [0, 1],
    ...given,
  })
  setBook(book)
  onTestFinished(() => {
    setBook(1)
    forgetAddress()
  })
}

/** The server has said that there is no session. */
export function asVisitor(): void {
  setServerSession(null)
}

/** For the rest of the test, the page is in this language. */
export async function inLanguage(language: Language): Promise<void> {
  await changeTo(language)
  onTestFinished(() => changeTo('english'))
}

async function changeTo(language: Language): Promise<void> {
  vi.stubGlobal('document', { documentElement: {} })
  await changeLanguage(language)
  vi.unstubAllGlobals()
}

/** For the rest of the test, this is the time. */
export function atTime(now: number): void {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

/**
 * Loads a part that shows HTML: the purifier needs a browser's window from its first moment on, and here lets pass what it
 * gets.
 */
export async function withHtml<T>(load: () => Promise<T>): Promise<T> {
  vi.doMock('dompurify', () => ({ default: () => ({ addHook: () => {}, sanitize: (html: string) => html }) }))
  vi.stubGlobal('window', undefined)
  try {
    return await load()
  } finally {
    vi.unstubAllGlobals()
  }
}

async function inPage<T>(look: (page: ReactElement) => T, part: ReactElement, path: string): Promise<T> {
  await loadRestOfEnglish()
  vi.stubGlobal('matchMedia', (media: string) => ({ matches: media.includes('reduced-motion') }))
  vi.stubGlobal('document', { documentElement: { dir: 'ltr', dataset: {} } })
  const here = new URL(path, 'https://tickmark.example')
  vi.stubGlobal('location', here)
  try {
    return look(
      <Router ssrPath={here.pathname} ssrSearch={here.search}>
        <Page>{part}</Page>
      </Router>,
    )
  } finally {
    vi.unstubAllGlobals()
  }
}

function Page({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queries}>
      <UiTextsProvider list={useUiTextList(useTranslation('shell').t)}>{children}</UiTextsProvider>
    </QueryClientProvider>
  )
}
