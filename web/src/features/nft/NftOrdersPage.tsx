import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Caution } from '@tickmark/ui/text/Caution.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { NftFrame, Section, Points } from './NftFrame.tsx'

/** Explains that there are no NFT orders here, what to keep of one placed elsewhere, and what to do after a theft. */
export function NftOrdersPage() {
  const { t } = useTranslation('nft')
  return (
    <NftFrame place="orders">
      <Empty
        title={t('orders.none.title')}
        detail={t('orders.none.text')}
        icon="receipt"
        action={
          <Button tone="quiet" size="medium" onClick={() => go(hrefTo.orders())}>
            {t('orders.toOrders')}
          </Button>
        }
      />
      <Section title={t('orders.keep.title')}>
        <p className="pb-4">{t('orders.keep.text')}</p>
        <Sample />
        <p className="pt-4 text-13 text-ink-2">{t('orders.keep.why')}</p>
      </Section>
      <Section title={t('orders.taken.title')}>
        <Points
          mark="number"
          points={[t('orders.taken.revoke'), t('orders.taken.move'), t('orders.taken.report')]}
        />
        <Caution className="mt-4 font-medium">{t('orders.taken.undo')}</Caution>
      </Section>
    </NftFrame>
  )
}

/** An example record; its contract, id and purchase do not exist. */
function Sample() {
  const { t } = useTranslation('nft')
  return (
    <div className="rounded-3 border border-rule bg-sheet px-4 pt-3.5 pb-1">
      <Badge tone="plain" dot={false}>
        {t('orders.keep.sample')}
      </Badge>
      <Ledger>
        <LedgerRow label={t('orders.keep.contract')} mono>
          0x5af0…d2c1
        </LedgerRow>
        <LedgerRow label={t('draw.number')} mono>
          1041
        </LedgerRow>
        <LedgerRow label={t('orders.keep.transaction')} mono>
          0x91b7…04ee
        </LedgerRow>
        <LedgerRow label={t('orders.keep.price')}>
          <bdi dir="ltr">0.08 ETH · 281.46 USDT</bdi>
        </LedgerRow>
        <LedgerRow label={t('orders.keep.fees')}>
          <bdi dir="ltr">0.0031 ETH</bdi>
        </LedgerRow>
        <LedgerRow label={t('orders.keep.licence')}>{t('orders.keep.licenceValue')}</LedgerRow>
        <LedgerRow label={t('draw.picture')} last>
          {t('orders.keep.fileValue')}
        </LedgerRow>
      </Ledger>
    </div>
  )
}
