import * as z from 'zod/mini'
import { messageOf } from '../../platform/log.ts'

/** The call reached a node, and the node refused it. */
export class RpcRefusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.name = 'RpcRefusal'
    this.code = code
  }
}

/** No node answered, so the result is unknown. */
export class NodeUnreachable extends Error {
  /** The node timed out; another call would cost as much time again. */
  readonly isHanging: boolean

  constructor(reason: string, isHanging = false) {
    super(reason)
    this.name = 'NodeUnreachable'
    this.isHanging = isHanging
  }
}

export interface RpcCall {
  method: string
  params: readonly unknown[]
}

/** JSON-RPC 2.0 to one node. */
export interface Rpc {
  /** Throws RpcRefusal or NodeUnreachable. */
  call<T>(schema: z.ZodMiniType<T>, method: string, ...params: unknown[]): Promise<T>
  /**
   * Sends many calls in as few requests as nodes accept, one after the other; results in order. One refused call fails
   * all.
   */
  batch<T>(schema: z.ZodMiniType<T>, calls: readonly RpcCall[]): Promise<T[]>
}

const PATIENCE_MS = 5_000
/** For traces: the node runs the block's transactions again. */
const TRACE_PATIENCE_MS = 20_000
/** Calls per request; nodes refuse larger batches, some from 101 on. */
const MOST_CALLS = 100

const answer = z.object({
  id: z.nullable(z.number()),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string() })),
})
const answers = z.array(answer)

/** `patienceMs` is the timeout of every call but traces. */
export function rpcOf(url: string, patienceMs = PATIENCE_MS): Rpc {
  return {
    async call(schema, method, ...params) {
      const waitMs = method.startsWith('debug_') ? TRACE_PATIENCE_MS : patienceMs
      const said = await post(url, { jsonrpc: '2.0', id: 1, method, params }, waitMs)
      return resultOf(schema, read(answer, said, method), method)
    },
    async batch(schema, calls) {
      const results: z.output<typeof schema>[] = []
      for (let from = 0; from < calls.length; from += MOST_CALLS)
        results.push(...(await request(url, patienceMs, schema, calls.slice(from, from + MOST_CALLS))))
      return results
    },
  }
}

async function request<T>(
  url: string,
  patienceMs: number,
  schema: z.ZodMiniType<T>,
  calls: readonly RpcCall[],
): Promise<T[]> {
  const body = calls.map((one, id) => ({ jsonrpc: '2.0', id, method: one.method, params: one.params }))
  const said = read(answers, await post(url, body, patienceMs), 'batch')
  const byId = new Map(said.map((one) => [one.id, one]))
  return calls.map(({ method }, id) => resultOf(schema, byId.get(id), method))
}

async function post(url: string, body: unknown, patienceMs: number): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    })
    return await response.json()
  } catch (thrown) {
    const cause = thrown instanceof Error ? ((thrown.cause as Error | undefined) ?? thrown) : thrown
    const reason = `${new URL(url).host}: ${messageOf(cause)}`
    throw new NodeUnreachable(reason, isTimeout(thrown))
  }
}

function isTimeout(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'TimeoutError'
}

function resultOf<T>(schema: z.ZodMiniType<T>, said: z.output<typeof answer> | undefined, method: string): T {
  if (said === undefined) throw new NodeUnreachable(`${method}: the node left a call unanswered`)
  if (said.error) throw new RpcRefusal(said.error.code, said.error.message)
  return read(schema, said.result ?? null, method)
}

/** A node with malformed answers counts as unreachable. */
function read<T>(schema: z.ZodMiniType<T>, value: unknown, method: string): T {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: '' }
  throw new NodeUnreachable(`${method}: the answer is not as it should be (${path.join('.')} ${message})`)
}
