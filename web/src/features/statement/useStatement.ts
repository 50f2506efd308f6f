import { call, query, type Reply } from '../../api/api.ts'
import { usePages } from '../../api/usePages.ts'
import type { StatementQuery } from './statementQuery.ts'
import type { StatementLine } from './statementFile.ts'

const ON_SCREEN = 50
const IN_FILE = 500

/** A statement's lines, loaded while scrolling, with its opening and closing balance. */
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
    // Each page has the closing balance at its time, so the one of the last page fits the newest lines.
    balances: first && last ? { opening: first.opening, closing: last.closing } : null,
    lines: parts.flatMap((part) => part.lines),
  }
}

/** Fetches the whole statement again for a file. Throws `CallFailed`. */
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
