import type { AnyRoute, GivenOf, ReplyOf, RouteTable } from '@tickmark/wire/call'
import { decodeReply, encodeInput } from '@tickmark/wire/legacy/codec'
import { CallFailed, isNetworkFailure, isOffline } from './callFailed.ts'
import { newKey } from './idempotencyKey.ts'
import { readReply } from './readAnswer.ts'
import { rememberCalls } from './recentCalls.ts'
import { send, type SendOptions, type TransportDeps } from './transport.ts'

export type CallName<Routes> = keyof Routes & string

export interface CallDeps<Routes extends RouteTable> extends TransportDeps {
  routes: Routes
  /** Claims that every request carries. */
  claims(): object
  /** Called for every failed call; `isShown` is false when the caller shows the failure itself. */
  onFailure(failure: CallFailed, of: { changes: boolean; isShown: boolean }): void
}

export interface CallOptions extends SendOptions {
  /** The caller shows failures itself. */
  quiet?: boolean
}

/**
 * Makes a call. Throws `CallFailed` after `onFailure` has run. On network failures, repeats a call that moves money at
 * most twice under the same key; pass a key to repeat a call that may have arrived. Always refetches what the call
 * makes stale, also after a refusal: a refusal often means that the screen shows old data.
 */
export type Call<Routes> = <N extends CallName<Routes>>(
  name: N,
  input: GivenOf<Routes[N]>,
  options?: CallOptions,
) => Promise<ReplyOf<Routes[N]>>

/** The calls of a route table; `refresh` marks answers as stale. */
export function openCalls<Routes extends RouteTable>(
  deps: CallDeps<Routes>,
  refresh: (names: readonly string[]) => void,
) {
  const routes: Readonly<Record<CallName<Routes>, AnyRoute>> = deps.routes
  const { note, calledWithin } = rememberCalls<CallName<Routes>>()

  const call: Call<Routes> = async (name, input, { quiet = false, ...options } = {}) => {
    const { changes, money, refreshes } = routes[name]
    if (changes) note(name)
    const idempotencyKey = money ? (options.idempotencyKey ?? newKey()) : undefined
    try {
      return await sendAgain(() => exchange(name, input, { ...options, idempotencyKey }), money ? 2 : 0)
    } catch (failure) {
      if (failure instanceof CallFailed) deps.onFailure(failure, { changes, isShown: !quiet })
      throw failure
    } finally {
      if (changes) note(name)
      refresh(refreshes)
    }
  }

  async function exchange<N extends CallName<Routes>>(
    name: N,
    input: GivenOf<Routes[N]>,
    options: SendOptions,
  ): Promise<ReplyOf<Routes[N]>> {
    const route = routes[name]
    const body = encodeInput(name, { ...(input as object), ...deps.claims() })
    const data = decodeReply(name, await send(route, body, deps, options))
    return readReply(data, route.reply, deps.networkFailureText) as ReplyOf<Routes[N]>
  }

  return { call, calledWithin }
}

/** Two more tries end within a second: by then the user wants to know. */
const SEND_AGAIN_MS = 250

async function sendAgain<T>(ask: () => Promise<T>, times: number): Promise<T> {
  for (let left = times; ; left--) {
    try {
      return await ask()
    } catch (failure) {
      if (left === 0 || !isNetworkFailure(failure) || isOffline()) throw failure
      await new Promise((resolve) => setTimeout(resolve, (times - left + 1) * SEND_AGAIN_MS))
    }
  }
}
