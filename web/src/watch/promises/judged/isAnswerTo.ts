import { readExitText, readHostingText } from '@tickmark/core/consent/hostingConsent'
import type { Reply } from '../../../api/api.ts'
import type { KeptAsk } from '../kept/askStore.ts'

export type Answer = NonNullable<Reply<'getAnswer'> | Reply<'getHostingAnswer'>>

/** Whether a signed text is about a hosting order. */
export function isHosting({ consent: { text } }: { consent: Pick<KeptAsk['consent'], 'text'> }): boolean {
  return readHostingText(text) !== null || readExitText(text) !== null
}

/** Whether the answer is of the requested kind: a ticket answers an order, a statement a close, a refusal either. */
export function isAnswerTo({ asked, order }: Pick<KeptAsk, 'asked' | 'order'>, answer: Answer): boolean {
  const isOrder = asked === order
  if ('stated' in answer) {
    const { stated, refused: no } = answer
    return stated === null ? no !== null : no === null && (stated.statement.kind === 'hosting') === isOrder
  }
  const { placed, closed, refused: no } = answer
  const given = [placed, closed, no].filter((one) => one !== null).length
  return given === 1 && (placed === null || isOrder) && (closed === null || !isOrder)
}
