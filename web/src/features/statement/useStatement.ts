import { call, query, type Reply } from '../../api/api.ts'
import { usePages } from '../../api/usePages.ts'
import type { StatementQuery } from './statementQuery.ts'
import type { StatementLine } from './statementFile.ts'

const ON_SCREEN = 50
const IN_FILE = 500

/** The lines of a statement as they are scrolled to, with its opening and closing balance. */
export function useStatement(asked: StatementQuery) {
  const given = givenOf(asked)
  const { parts, ...pages } = usePages({
    queryKey: query('getStatement', given).queryKey,
    first: undefined as string | undefined,
    ask: (after, signal) => ask(given, ON_SCREEN, after, signal),
    next: (last) => last.next ?? undefined,
  })
  const [first] = parts
  const last = parts.at(-1)
  return {
    ...pages,
    // A page closes with what it saw: the newest lines and the closing balance belong together.
    balances: first && last ? { opening: first.opening, closing: last.closing } : null,
    lines: parts.flatMap((part) => part.lines),
  }
}

/** The whole of it for a file, asked anew. Throws `CallFailed`. */
export async function fetchStatement(
  asked: StatementQuery,
): Promise<{ opening: string; closing: string; lines: StatementLine[] }> {
  const given = givenOf(asked)
  const first = await ask(given, IN_FILE)
  const lines = [...first.lines]
  let last = first
  while (last.next !== null) {
    last = await ask(given, IN_FILE, last.next)
    lines.push(...last.lines)
  }
  return { opening: first.opening, closing: last.closing, lines }
}

type Given = ReturnType<typeof givenOf>

function givenOf({ currency, kind, fromMs, toMs }: StatementQuery) {
  return { currencyId: currency.id, kind, from: fromMs, to: toMs }
}

function ask(
  given: Given,
  pageSize: number,
  after?: string,
  signal?: AbortSignal,
): Promise<Reply<'getStatement'>> {
  return call(
    'getStatement',
    { ...given, pageSize, ...(after !== undefined && { after }) },
    signal ? { signal, quiet: true } : {},
  )
}
