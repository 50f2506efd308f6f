import { PRODUCTS } from '@tickmark/core/market/products'
import { arab } from './arab.ts'
import { chinese } from './chinese.ts'
import { english } from './english.ts'
import { japanese } from './japanese.ts'
import { korean } from './korean.ts'
import type { Language } from '../languages.ts'
import type { MessageCategory } from '../schemas/messages.ts'
import { escapeHtml } from '../texts/escapeHtml.ts'
import { sideText } from '../texts/sides.ts'

/**
 * Every kind of message with the facts that its text shows. For the server alone: it writes the texts, in the reader's
 * language, so that no page carries them.
 */
export const MESSAGE_FACTS = {
  welcome: [],
  deposit_credited: ['amount', 'currency', 'network'],
  withdrawal_sent: ['amount', 'currency', 'network'],
  withdrawal_final: ['amount', 'currency', 'network'],
  withdrawal_returned: ['amount', 'currency', 'network'],
  order_settled: ['pair', 'side', 'net', 'currency', 'book'],
  orders_settled: ['count', 'net', 'book'],
  alert_fired: ['coin', 'price', 'level'],
  support_replied: [],
  friend_joined: ['address'],
  authenticator_reset: ['until'],
  authenticator_off: [],
  address_added: ['address'],
  hold_begun: ['until'],
} as const satisfies Record<string, readonly string[]>

export type MessageKind = keyof typeof MESSAGE_FACTS
export const MESSAGE_KINDS = Object.keys(MESSAGE_FACTS) as MessageKind[]

/**
 * Facts as texts ready to show: amounts and prices as plain decimals, times with their zone. `side` is a direction and
 * `book` a word of `InboxWords`; both are written in the reader's language.
 */
export type MessageFacts<K extends MessageKind = MessageKind> = Readonly<
  Record<(typeof MESSAGE_FACTS)[K][number], string>
>

/** A message as its cause writes it. */
export type NewMessage = {
  [K in MessageKind]: {
    userId: number
    /** What it is about, unique for the user: a second message with the same ref is not written. */
    ref: string
    kind: K
    facts: MessageFacts<K>
    atMs: number
  }
}[MessageKind]

/** Words that stand for a fact's code. */
export interface InboxWords {
  book: Readonly<Record<'real' | 'simulated', string>>
}

/** A language's texts; facts are in braces, and a line break begins a paragraph. */
export interface InboxTexts {
  words: InboxWords
  kinds: Readonly<Record<MessageKind, { title: string; text: string }>>
}

const TEXTS: Record<Language, InboxTexts> = { english, japanese, korean, arab, chinese }

const CATEGORIES: Record<MessageKind, MessageCategory> = {
  welcome: 'account',
  deposit_credited: 'money',
  withdrawal_sent: 'money',
  withdrawal_final: 'money',
  withdrawal_returned: 'money',
  order_settled: 'orders',
  orders_settled: 'orders',
  alert_fired: 'alerts',
  support_replied: 'support',
  friend_joined: 'account',
  authenticator_reset: 'security',
  authenticator_off: 'security',
  address_added: 'security',
  hold_begun: 'security',
}

const LINKS: Record<MessageKind, string> = {
  welcome: '/guide',
  deposit_credited: '/record',
  withdrawal_sent: '/record',
  withdrawal_final: '/record',
  withdrawal_returned: '/record',
  order_settled: '/order',
  orders_settled: '/order',
  alert_fired: '/alerts',
  support_replied: '/chat',
  friend_joined: '/share',
  authenticator_reset: '/protection',
  authenticator_off: '/protection',
  address_added: '/protection',
  hold_begun: '/record',
}

export function categoryOf(kind: MessageKind): MessageCategory {
  return CATEGORIES[kind]
}

/** The path of ours where the matter stands; of a price that was reached, the coin's own page. */
export function linkOf(kind: MessageKind, facts: Readonly<Record<string, string>>): string {
  const coin = kind === 'alert_fired' && PRODUCTS.find((one) => one.symbol === facts['coin'])
  return coin ? `/business?pid=${coin.pid}` : LINKS[kind]
}

/** A message in words: a plain title, and what it says as plain text and as HTML with every fact escaped. */
export interface InboxText {
  title: string
  text: string
  html: string
}

/** Writes a message in a language. A fact that is missing is left out; one that no text names is not shown. */
export function inboxText(
  kind: MessageKind,
  language: Language,
  facts: Readonly<Record<string, string>>,
): InboxText {
  const { words, kinds } = TEXTS[language]
  const { title, text } = kinds[kind]
  const shown = (name: string) => shownFact(name, facts[name] ?? '', { words, language })
  const escaped = (name: string) => escapeHtml(shown(name))
  const paragraphs = text.split('\n').map((line) => `<p>${fill(escapeHtml(line), escaped)}</p>`)
  return { title: fill(title, shown), text: fill(text, shown), html: paragraphs.join('') }
}

const FIGURES = ['amount', 'net', 'price', 'level', 'count']

function shownFact(
  name: string,
  value: string,
  { words, language }: { words: InboxWords; language: Language },
): string {
  if (FIGURES.includes(name)) return value.replace(/\d+(?:\.\d+)?/g, grouped)
  if (name === 'side' && (value === 'up' || value === 'down')) return sideText(value, language)
  const known: Readonly<Record<string, string>> = name === 'book' ? words.book : {}
  return Object.hasOwn(known, value) ? (known[value] ?? value) : value
}

/** "12345.678" as "12,345.678". */
function grouped(figure: string): string {
  const [whole = '', fraction] = figure.split('.')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`)
}

function fill(text: string, fact: (name: string) => string): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => fact(name))
}
