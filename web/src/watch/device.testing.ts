import { envelopeCipher } from '@tickmark/client/envelope.ts'
import { CONFIG_PATH } from '@tickmark/wire/config'
import { encodeReply } from '@tickmark/wire/legacy/codec'
import { openEnvelope } from '@tickmark/wire/legacy/envelope'
import { ROUTES, type RouteName } from '@tickmark/wire/routes/all'
import { vi } from 'vitest'
import type { Given, Reply } from '../api/api.ts'
import { CONFIG } from '../api/publicConfig.testing.ts'
import { memoryDatabases } from '../state/memoryDatabases.testing.ts'

/** What a house answers to each call: a reply, or a whole answer. Without any, the call fails, as without a network. */
export type Answers = { [N in RouteName]?: (input: Given<N>) => Answer<N> | Promise<Answer<N>> }
type Answer<N extends RouteName> = Reply<N> | Response | undefined

const CIPHER = envelopeCipher(CONFIG.envelopeKey)

/**
 * A device with its storage, on which pages come and go, and a house that it reaches over the network. The page's modules run as they
 * are: import them after each `visit`, which leaves only what is stored. Clocks stand still.
 */
export function openDevice(
  answers: Answers,
  fileAt: (address: URL) => object | null | Promise<object | null> = () => null,
) {
  const disk = new Map<string, string>()
  const databases = memoryDatabases()
  const asked: RouteName[] = []
  const timers = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const
  vi.useFakeTimers({ toFake: [...timers, 'Date', 'performance'] })

  async function answer(name: RouteName, sealed: string): Promise<Response> {
    asked.push(name)
    const input = openEnvelope(sealed, CIPHER)?.value as never
    const reply: unknown = await answers[name]?.(input)
    if (reply === undefined) throw new TypeError('no network')
    if (reply instanceof Response) return reply
    return Response.json({ status: 200, data: encodeReply(name, reply) })
  }

  const storage = {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, value: string) => void disk.set(key, value),
    removeItem: (key: string) => void disk.delete(key),
  }
  const globals = {
    ...databases.globals,
    localStorage: storage,
    document: { visibilityState: 'visible', addEventListener: () => {} },
    addEventListener: () => {},
    navigator: { onLine: true, storage: { persist: async () => true } },
    async fetch(address: string, { method = 'GET', body = '' }: { method?: string; body?: string } = {}) {
      const url = new URL(address, 'https://house.example')
      if (url.pathname === CONFIG_PATH) return Response.json(CONFIG)
      const file = await fileAt(url)
      if (file) return Response.json(file)
      const named = Object.entries(ROUTES).find(
        ([, one]) => one.path === url.pathname && one.method === method,
      )
      if (!named) throw new TypeError('no network')
      return answer(named[0] as RouteName, (body || url.search.slice(1)).replace(/^\w+=/, ''))
    },
  }
  return {
    disk,
    databases,
    asked,
    /** Opens the page anew: its tab remembers nothing. */
    visit() {
      vi.resetModules()
      for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    },
    /** To be called after each test: other files share these globals. */
    close() {
      vi.useRealTimers()
      vi.unstubAllGlobals()
      vi.resetModules()
    },
  }
}
