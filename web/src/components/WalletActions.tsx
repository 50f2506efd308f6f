import { CURRENCIES, type Currency } from '@tickmark/core/money/currencies'
import { parseAmount } from '@tickmark/core/money/money'
import { amountText } from '@tickmark/client/format/figures.ts'
import { call, type Reply } from '../api/api.ts'
import { useAction } from '../api/useAction.ts'
import { useHoldings } from '../entities/holdings.ts'
import { ltr } from '../format/ltr.ts'
import { useFormat } from '../format/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { hrefTo } from '../navigation/hrefs.ts'
import { go } from '../navigation/navigate.ts'
import { useSession } from '../session/session.ts'
import { useIsSandbox } from '../watch/useIsSandbox.ts'
import { cx } from '@tickmark/ui/base/cx.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import type { IconName } from '@tickmark/ui/base/icons.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { goToShare, useShowShare } from './shareLink.ts'

/**
 * Actions with the account's money: receive, send, swap, invite. An empty real account shows one big button, with the
 * others small below it. The simulated account cannot receive or send.
 */
export function WalletActions() {
  const { t } = useTranslation('wallet')
  const { book } = useSession()
  const showsShare = useShowShare()
  const isEmpty = useIsEmpty()
  const [currency] = CURRENCIES
  if (!currency) return null
  const row = (
    <div className="flex flex-wrap justify-around gap-y-2">
      {book === 0 && (
        <>
          <Tile
            icon="receive"
            label={t('transfer:tab.receive')}
            isMain={!isEmpty}
            small={isEmpty}
            onPress={() => go(hrefTo.transfer(currency, 'receive'))}
          />
          <Tile
            icon="send"
            label={t('transfer:tab.send')}
            small={isEmpty}
            onPress={() => go(hrefTo.transfer(currency, 'send'))}
          />
        </>
      )}
      <Tile
        icon="swap"
        label={t('transfer:tab.swap')}
        isMain={book === 1}
        small={isEmpty}
        onPress={() => go(hrefTo.transfer(currency, 'swap'))}
      />
      {book === 1 && <Tile icon="help" label={t('actions.guide')} onPress={() => go(hrefTo.guide())} />}
      {showsShare && (
        <Tile icon="gift" label={t('actions.invite')} small={isEmpty} onPress={() => void goToShare()} />
      )}
    </div>
  )
  return (
    <section aria-label={t('actions.label')} className="min-h-[104px] pb-1">
      {isEmpty && <AddMoney currency={currency} />}
      {row}
    </section>
  )
}

interface TileProps {
  icon: IconName
  label: string
  isMain?: boolean
  /** The name beside the mark, without a tile. */
  small?: boolean
  onPress: () => void
}

function Tile({ icon, label, isMain = false, small = false, onPress }: TileProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className={cx(
        'min-h-11 min-w-16 rounded-2 text-center text-12 text-ink-2',
        small ? 'inline-flex items-center justify-center gap-1.5' : 'grid justify-items-center gap-1.5',
      )}
    >
      <span
        className={cx(
          'grid place-items-center',
          !small && 'size-13 rounded-3 border',
          !small && (isMain ? 'border-brand bg-brand text-on-brand' : 'border-rule bg-sheet text-ink'),
        )}
      >
        <Icon name={icon} size={small ? 17 : 22} />
      </span>
      {label}
    </button>
  )
}

/** On a sandbox one tap brings test money; elsewhere it leads to the user's own address. */
function AddMoney({ currency }: { currency: Currency }) {
  const { t } = useTranslation('wallet')
  const format = useFormat()
  const isSandbox = useIsSandbox()
  const { busy, run } = useAction()

  async function getTestMoney() {
    const network = await testNetworkOf(currency)
    if (network) {
      const { money } = await call('getTestMoney', { typeId: network.typeId })
      const amount = ltr(`${amountText(format, currency.code, parseAmount(money) ?? 0n)} ${currency.code}`)
      toast(t('transfer:receive.testMoneySent', { amount }), { tone: 'good' })
    }
    // The transfer page shows the steps.
    go(hrefTo.transfer(currency, 'receive'))
  }

  return (
    <div className="pb-0.5">
      {isSandbox ? (
        <Button wide icon="receive" busy={busy} onClick={() => void run(getTestMoney)}>
          {t('transfer:receive.getTestMoney')}
        </Button>
      ) : (
        <Button wide icon="receive" onClick={() => go(hrefTo.transfer(currency, 'receive'))}>
          {t('actions.add')}
        </Button>
      )}
    </div>
  )
}

async function testNetworkOf({ code }: Currency): Promise<Network | undefined> {
  const { list } = await call('getextendfCList', { currency: code })
  return list.find((one) => one.isTest)
}

type Network = Reply<'getextendfCList'>['list'][number]

/** Whether the real account is empty, open orders included. */
export function useIsEmpty(): boolean {
  const { book } = useSession()
  const held = useHoldings().data?.data
  if (book !== 0 || !held) return false
  return [held.inOrders, ...held.items.map((one) => one.amount)].every((one) => parseAmount(one) === 0n)
}
