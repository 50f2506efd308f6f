import type { Language } from '../languages.ts'

/** What the server says when something is done; `{name}` stands for a fact. */
interface MessageTexts {
  withdrawalRequested: string
  swapDone: string
}

const TEXTS: Record<Language, MessageTexts> = {
  english: {
    withdrawalRequested: 'Withdrawal of {amount} {currency} requested. You can follow it under Records.',
    swapDone: 'Swapped {given} {source} for {received} {target}.',
  },
  japanese: {
    withdrawalRequested: '{amount} {currency} の出金を受け付けました。進み具合は「記録」で確認できます。',
    swapDone: '{given} {source} を {received} {target} に交換しました。',
  },
  korean: {
    withdrawalRequested: '{amount} {currency} 출금을 접수했습니다. 진행 상황은 기록에서 확인할 수 있습니다.',
    swapDone: '{given} {source}을(를) {received} {target}(으)로 교환했습니다.',
  },
  arab: {
    withdrawalRequested: 'تم تقديم طلب سحب {amount} {currency}. يمكنك متابعته في السجلات.',
    swapDone: 'تمت مبادلة {given} {source} مقابل {received} {target}.',
  },
  chinese: {
    withdrawalRequested: '已提交 {amount} {currency} 的提现申请，可在记录中查看进度。',
    swapDone: '已将 {given} {source} 兑换为 {received} {target}。',
  },
}

/** The facts that each message names, as texts ready to show. */
interface MessageFacts {
  withdrawalRequested: { amount: string; currency: string }
  swapDone: { given: string; source: string; received: string; target: string }
}

/** A success message in a language, its facts filled in. */
export function messageText<Name extends keyof MessageFacts>(
  name: Name,
  language: Language,
  facts: MessageFacts[Name],
): string {
  const given = new Map<string, string>(Object.entries(facts))
  return TEXTS[language][name].replace(/\{(\w+)\}/g, (_, fact: string) => given.get(fact) ?? '')
}
