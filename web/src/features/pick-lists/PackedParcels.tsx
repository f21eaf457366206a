import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PickListDetails } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import classes from './PickLists.module.css'

/** The parcels of a packed list, with their goods. */
export function PackedParcels({ list }: { list: PickListDetails }) {
  const { t } = useTranslation('pick-lists')
  const format = useFormat()
  const titles = new Map(list.lines.map(({ line, title }) => [line, title]))
  return (
    <PageCard title={t('parcels.packed')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={t('parcels.packed')}>
        {list.parcels.map(({ weight_g, contents }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a parcel is its number
          <li key={index} className={classes.line}>
            <Text size="sm" fw={600}>
              {t('parcels.one', { number: index + 1 })} · {format.weight(weight_g)}
            </Text>
            <Text size="sm">
              {contents
                .map(({ line, quantity }) => `${format.number(quantity)} × ${titles.get(line) ?? line}`)
                .join(', ')}
            </Text>
          </li>
        ))}
      </ul>
    </PageCard>
  )
}
