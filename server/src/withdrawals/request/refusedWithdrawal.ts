import { formatAmount } from '@tickmark/core/money/money'
import type { WithdrawalRefusal } from '@tickmark/core/wallet/judgeWithdrawal'
import { momentText, Refused } from '../../http/calls/refused.ts'
import type { Network } from '../withdrawal/networks.ts'

/** A refusal with the facts for its text. `network` is null when none was found, which has its own refusal. */
export function refusedWithdrawal(refusal: WithdrawalRefusal, network: Network | null): Refused {
  const name = network?.chain.name ?? ''
  const currency = network?.currency.code ?? ''
  switch (refusal.code) {
    case 'security_hold': {
      const { caseId, reason, untilMs } = refusal.hold
      return new Refused(refusal.code, { case: caseId, reason, until: momentText(untilMs) })
    }
    case 'network_halted':
    case 'withdrawal_address_invalid':
    case 'withdrawal_address_wrong_network':
    case 'withdrawal_address_ours':
    case 'withdrawal_address_token':
      return new Refused(refusal.code, { network: name })
    case 'amount_too_precise_for_network':
      return new Refused(refusal.code, {
        currency,
        decimals: String(network?.decimals ?? 0),
        network: name,
      })
    case 'amount_below_fee':
      return new Refused(refusal.code, { fee: formatAmount(refusal.fee), currency })
    case 'insufficient_funds':
      return new Refused(refusal.code, { currency, available: formatAmount(refusal.available) })
    default:
      return new Refused(refusal.code)
  }
}
