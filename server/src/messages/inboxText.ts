import { REVIEW_RULES } from '@tickmark/core/loans/review'
import type { Language } from '@tickmark/texts/languages'
import { serverText } from '@tickmark/texts/server/serverText'
import { sideText } from '@tickmark/texts/server/sides'
import { MESSAGE_FACTS, type MessageKind } from '@tickmark/wire/messages/kinds'
import { escapeHtml } from '@tickmark/wire/texts/escapeHtml'

/** A message in words: a plain title, and its body as plain text and as HTML with every fact escaped. */
export interface InboxText {
  title: string
  text: string
  html: string
}

/** Renders a message in a language. Omits a missing fact; a line break in its text starts a paragraph. */
export function inboxText(
  kind: MessageKind,
  language: Language,
  facts: Readonly<Record<string, string>>,
): InboxText {
  const names: readonly string[] = MESSAGE_FACTS[kind]
  const shown = Object.fromEntries(names.map((name) => [name, shownFact(name, facts[name] ?? '', language)]))
  const title = serverText(`messages.${kind}.title`, language, shown)
  const text = serverText(`messages.${kind}.text`, language, shown)
  const paragraphs = text.split('\n').map((line) => `<p>${escapeHtml(line)}</p>`)
  return { title, text, html: paragraphs.join('') }
}

const FIGURES = ['amount', 'net', 'price', 'level', 'count', 'first', 'fee']

/** A fact in the reader's language; a side, book or rule unknown to this version is shown unchanged. */
function shownFact(name: string, value: string, language: Language): string {
  if (FIGURES.includes(name)) return value.replace(/\d+(?:\.\d+)?/g, grouped)
  if (name === 'side' && (value === 'up' || value === 'down')) return sideText(value, language)
  if (name === 'book' && (value === 'real' || value === 'simulated'))
    return serverText(`books.${value}`, language)
  if (name === 'rule' && (REVIEW_RULES as readonly string[]).includes(value))
    return serverText(`loanRules.${value}`, language)
  return value
}

/** "12345.678" as "12,345.678". */
function grouped(figure: string): string {
  const [whole = '', fraction] = figure.split('.')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`)
}
