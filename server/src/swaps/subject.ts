import { line, price, sumText, text } from '../module/subjectFacts.ts'
import type { SubjectReader } from '../module/subjects.ts'
import { ownSwap } from './store.ts'

export const swapSubject: SubjectReader = {
  kind: 'swap',
  async describe(reader, userId, id) {
    const swap = await ownSwap(reader, userId, id)
    if (!swap) return null
    const { book, terms, rates, received, atMs } = swap
    const given = sumText(terms.amount, terms.source.id)
    const got = sumText(received, terms.target.id)
    const lines = [
      line('number', text(id)),
      line('account', { word: book }),
      line('given', text(given)),
      line('received', text(got)),
      line('givenRate', price(rates.source)),
      line('receivedRate', price(rates.target)),
      line('time', { atMs }),
    ]
    return { about: [{ word: 'swap' }, text(`${given} → ${got}`)], lines }
  },
}
