import { expect, test } from 'vitest'
import { choicesOf, type Choices } from './choices.ts'

test.each<
  [
    reader: string | undefined,
    mayApprove: boolean,
    isAboutReader: boolean,
    possible: boolean,
    Partial<Choices>,
  ]
>([
  ['0xA', true, false, true, { isOwn: true, note: 'ownProposal', approve: 'hidden', mayEnd: true }],
  ['0xA', false, true, false, { isOwn: true, note: 'ownProposal', approve: 'hidden', mayEnd: true }],
  ['0xB', true, false, true, { isOwn: false, note: null, approve: 'enabled', mayEnd: true }],
  ['0xB', true, false, false, { isOwn: false, note: null, approve: 'disabled', mayEnd: true }],
  ['0xB', false, false, true, { isOwn: false, note: 'mayNot', approve: 'disabled', mayEnd: false }],
  ['0xB', false, true, true, { isOwn: false, note: 'aboutYou', approve: 'disabled', mayEnd: false }],
  [undefined, false, false, true, { isOwn: false, note: 'mayNot', approve: 'disabled', mayEnd: false }],
])(
  'of 0xA`s proposal, reader %s may approve: %s, it is about him: %s, it is possible: %s',
  (reader, mayApprove, isAboutReader, isPossible, choices) => {
    expect(choicesOf({ askedBy: '0xA', mayApprove, isAboutReader }, reader, isPossible)).toEqual(choices)
  },
)
