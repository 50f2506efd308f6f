import { useTranslation } from '../../i18n/useTranslation.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'
import type { Wallet } from '@tickmark/client/wallets/wallet.ts'

/** One wallet of this browser. */
export function WalletRow({ wallet, busy, onPress }: { wallet: Wallet; busy: boolean; onPress: () => void }) {
  const { t } = useTranslation('join')
  const icon = wallet.icon ? (
    <img src={wallet.icon} alt="" width={32} height={32} className="size-8 flex-none rounded-1" />
  ) : (
    <Icon name="wallet" className="mx-[5px] text-ink-2" />
  )
  return (
    <ListRow
      leading={icon}
      title={wallet.name}
      sub={wallet.walletType === 2 ? t('tron') : t('ethereum')}
      onPress={busy ? () => {} : onPress}
      chevron
    />
  )
}
