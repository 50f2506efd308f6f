import type { Reply } from '@tickmark/server/app/app.testing'

/** The expected answer: its status and code (no code for success), or a condition on it. */
export type Wanted = readonly [status: number, code?: string] | ((reply: Reply) => boolean)

/** Records an answer that is not as expected. */
export type See = (reply: Reply, wanted: Wanted, what?: string) => void

const AT_ONCE = 8

/** Checks each call, several at once. Returns a line for each wrong answer, and for each call left unchecked. */
export async function wrongAnswers<Name extends string>(
  names: readonly Name[],
  look: (name: Name, see: See) => Promise<void>,
): Promise<string[]> {
  const found: string[] = names.length === 0 ? ['no call was looked at'] : []
  const queue = names.values()
  const lane = async () => {
    for (const name of queue) {
      let seen = 0
      const see: See = (reply, wanted, what = 'asked plainly') => {
        seen++
        if (!isAs(reply, wanted)) found.push(`${name}: ${what}: ${reply.status} ${reply.text.slice(0, 200)}`)
      }
      await look(name, see).catch((thrown: unknown) => found.push(`${name}: ${String(thrown)}`))
      if (seen === 0) found.push(`${name}: nothing was asked`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return found.toSorted()
}

function isAs(reply: Reply, wanted: Wanted): boolean {
  if (typeof wanted === 'function') return wanted(reply)
  const [status, code] = wanted
  return reply.status === status && reply.body.code === code
}
