import type { Language } from '@tickmark/texts/languages'
import type { ChatMessage, Subject, ThreadItem } from '@tickmark/wire/schemas/support'
import { supportName } from '@tickmark/texts/server/supportName'
import type { Reader } from '../db/pool.ts'
import { operatorFileUrl, filesOf, type FileView } from '../media/files.ts'
import type { Message } from './messageStore.ts'
import type { Reading } from './read.ts'
import type { ListedThread } from './store.ts'
import { durationText } from '@tickmark/texts/server/durations'
import { isolated } from '@tickmark/texts/server/isolated'
import { rangeText } from '@tickmark/texts/server/ranges'
import { serverText } from '@tickmark/texts/server/serverText'
import { sideText } from '@tickmark/texts/server/sides'
import type { SubjectFacts, SubjectValue, SubjectWord } from '@tickmark/wire/texts/subjects/subjects'

export function threadItemOf(thread: ListedThread, language: Language): ThreadItem {
  const { id, subject, subjectId, facts, latest, unread } = thread
  return {
    id,
    subject,
    subjectId,
    about: aboutText(facts, language),
    receipt: receiptLines(facts, language),
    link: linkOf(subject, subjectId),
    openedAt: thread.openedAtMs,
    movedAt: thread.movedAtMs,
    latest,
    unread,
  }
}

/** The viewer of messages, and the language of names. */
interface Viewer {
  reading: Reading
  language: Language
}

/** A message with its files and its delivery state. */
export async function messageItem(reader: Reader, message: Message, viewer: Viewer): Promise<ChatMessage> {
  return itemOf(message, await filesOf(reader, message.files), viewer)
}

export async function messageItems(
  reader: Reader,
  messages: readonly Message[],
  viewer: Viewer,
): Promise<ChatMessage[]> {
  const ids = messages.flatMap((one) => one.files)
  const files = await filesOf(reader, ids)
  return messages.map((one) => itemOf(one, files, viewer))
}

function itemOf(message: Message, files: ReadonlyMap<string, FileView>, viewer: Viewer): ChatMessage {
  const { id, from, operator, text, atMs, deliveredAtMs, readAtMs } = message
  return {
    id,
    from,
    name: operator ? supportName(operator.code, viewer.language) : '',
    text,
    files: message.files.flatMap((one) => files.get(one) ?? []).map((one) => forReader(one, viewer.reading)),
    at: atMs,
    delivery: readAtMs !== null ? 'read' : deliveredAtMs !== null ? 'delivered' : 'sent',
    ...(isOwn(message, viewer.reading) && { key: message.key }),
  }
}

/** A picture with the address that its reader’s session opens. */
function forReader(file: FileView, reading: Reading): FileView {
  return 'operator' in reading ? { ...file, url: operatorFileUrl(file.id) } : file
}

function isOwn({ operator }: Message, reading: Reading): boolean {
  return 'operator' in reading ? operator?.address === reading.operator : operator === null
}

/** Where our pages show the subject. */
function linkOf(subject: Subject, id: string | null): string {
  switch (subject) {
    case 'order':
      return `/receipt/${id}`
    case 'deposit':
      return '/record?type=0'
    case 'withdrawal':
      return '/record?type=1'
    case 'swap':
      return '/record?type=2'
    case 'loan':
      return `/loandetail/${id}`
    case 'hosting':
      return '/arbitrageRecord'
    case 'general':
      return ''
  }
}

/** The subject of a conversation in a few words: "BTC/USDT Up 25 USDT". */
export function aboutText({ about }: SubjectFacts, language: Language): string {
  return about.map((one) => valueText(one, language)).join(' ')
}

/** The receipt of the subject, line by line. */
export function receiptLines({ lines }: SubjectFacts, language: Language): { name: string; text: string }[] {
  return lines.map(({ name, value }) => ({
    name: serverText(`lines.${name}`, language),
    text: valueText(value, language),
  }))
}

function valueText(given: SubjectValue, language: Language): string {
  if ('text' in given) return steady(given.text, language)
  if ('word' in given) return wordText(given.word, language)
  if ('seconds' in given) return durationText(given.seconds, language)
  if ('range' in given) return rangeText(given.range, given.barrierPpm, language)
  return steady(`${new Date(given.atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`, language)
}

function wordText(word: SubjectWord, language: Language): string {
  return word === 'up' || word === 'down' ? sideText(word, language) : serverText(`words.${word}`, language)
}

/** Isolates "25 USDT" so that its order survives in right-to-left text; a single word that is copied stays bare. */
function steady(text: string, language: Language): string {
  return /[\s+−]/.test(text) ? isolated(text, language) : text
}
