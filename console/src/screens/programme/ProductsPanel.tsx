import { useState } from 'react'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Column } from '../../kit/DataTable.tsx'
import { Money, Time } from '../../kit/Figures.tsx'
import { Panel } from '../../kit/Panel.tsx'
import { SmallTable } from '../../kit/SmallTable.tsx'
import { useMay } from '../../session/operator.ts'
import { ProductDialog } from './ProductDialog.tsx'
import { percentOf, upperOf, type ProductVersion } from './productVersion.ts'

/** Every version of every product; running orders keep theirs. */
export function ProductsPanel({ list }: { list: readonly ProductVersion[] }) {
  const { t } = useTranslation('programme')
  const may = useMay('runProgramme')
  const [chosen, setChosen] = useState<ProductVersion | null>(null)
  const [open, setOpen] = useState(false)
  const ask = (version: ProductVersion) => {
    setChosen(version)
    setOpen(true)
  }
  return (
    <Panel title={t('products')} className="lg:col-span-2">
      <p className="pb-2 text-13 text-ink-2">{t('productsDetail')}</p>
      <SmallTable
        label={t('products')}
        columns={useColumns(list, may ? ask : null)}
        list={list}
        rowKey={(one) => `${one.mid} ${one.version}`}
        empty={t('noProducts')}
      />
      {chosen && (
        <ProductDialog
          key={`${chosen.mid} ${chosen.version}`}
          open={open}
          onClose={() => setOpen(false)}
          from={chosen}
        />
      )}
    </Panel>
  )
}

function useColumns(
  list: readonly ProductVersion[],
  onAsk: ((one: ProductVersion) => void) | null,
): Column<ProductVersion>[] {
  const { t } = useTranslation('programme')
  return [
    { id: 'title', head: t('column.product'), cell: (one) => `${one.title} · ${one.version}` },
    { id: 'state', head: t('column.state'), cell: (one) => <Standing one={one} list={list} /> },
    {
      id: 'range',
      head: t('column.range'),
      end: true,
      cell: (one) => (
        <bdi dir="ltr">
          <Money amount={one.least} /> – <Money amount={one.most} code="USDT" />
        </bdi>
      ),
    },
    {
      id: 'yield',
      head: t('column.yield'),
      end: true,
      cell: (one) => <bdi dir="ltr">{percentOf(upperOf(one))} %</bdi>,
    },
    {
      id: 'fee',
      head: t('column.fee'),
      end: true,
      cell: (one) => <bdi dir="ltr">{one.serviceCharge} %</bdi>,
    },
    {
      id: 'from',
      head: t('column.from'),
      cell: (one) => (one.from === 0 ? t('fromBeginning') : <Time atMs={one.from} />),
    },
    {
      id: 'ask',
      head: t('column.change'),
      cell: (one) =>
        onAsk && isNewest(one, list) ? (
          <Button size="small" tone="quiet" onClick={() => onAsk(one)}>
            {t('askProduct', { title: one.title })}
          </Button>
        ) : null,
    },
  ]
}

function isNewest(one: ProductVersion, list: readonly ProductVersion[]): boolean {
  return list.find(({ mid }) => mid === one.mid) === one
}

function Standing({ one, list }: { one: ProductVersion; list: readonly ProductVersion[] }) {
  const { t } = useTranslation('programme')
  if (!isNewest(one, list))
    return (
      <Badge tone="plain" dot={false}>
        {t('product.earlier')}
      </Badge>
    )
  return (
    <Badge tone={one.isOpen ? 'good' : 'wrong'}>{t(one.isOpen ? 'product.open' : 'product.closed')}</Badge>
  )
}
