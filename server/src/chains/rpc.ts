import * as z from 'zod/mini'

/** A node's "no": the call reached it, and it refused. */
export class RpcRefusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.name = 'RpcRefusal'
    this.code = code
  }
}

/** No node answered; what the call would have said is not known. */
export class NodeUnreachable extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'NodeUnreachable'
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
  /** Many calls in one request, results in their order; one refused call refuses all. */
  batch<T>(schema: z.ZodMiniType<T>, calls: readonly RpcCall[]): Promise<T[]>
}

const PATIENCE_MS = 5_000

const answer = z.object({
  id: z.nullable(z.number()),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string() })),
})
const answers = z.array(answer)

export function rpcOf(url: string): Rpc {
  return {
    async call(schema, method, ...params) {
      const said = read(answer, await post(url, { jsonrpc: '2.0', id: 1, method, params }), method)
      return resultOf(schema, said, method)
    },
    async batch(schema, calls) {
      if (calls.length === 0) return []
      const body = calls.map((one, id) => ({ jsonrpc: '2.0', id, method: one.method, params: one.params }))
      const said = read(answers, await post(url, body), 'batch')
      const byId = new Map(said.map((one) => [one.id, one]))
      return calls.map(({ method }, id) => resultOf(schema, byId.get(id), method))
    },
  }
}

async function post(url: string, body: unknown): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return await response.json()
  } catch (thrown) {
    const cause = thrown instanceof Error ? ((thrown.cause as Error | undefined) ?? thrown) : thrown
    throw new NodeUnreachable(
      `${new URL(url).host}: ${cause instanceof Error ? cause.message : String(cause)}`,
    )
  }
}

function resultOf<T>(schema: z.ZodMiniType<T>, said: z.output<typeof answer> | undefined, method: string): T {
  if (said === undefined) throw new NodeUnreachable(`${method}: the node left a call unanswered`)
  if (said.error) throw new RpcRefusal(said.error.code, said.error.message)
  return read(schema, said.result ?? null, method)
}

/** A node that speaks another language is as good as none. */
function read<T>(schema: z.ZodMiniType<T>, value: unknown, method: string): T {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: '' }
  throw new NodeUnreachable(`${method}: the answer is not as it should be (${path.join('.')} ${message})`)
}
