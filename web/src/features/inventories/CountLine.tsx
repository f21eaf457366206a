import { ActionIcon, Badge, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InventoryLine } from '@/api/schema'
import { WholeField } from '@/ui/fields/WholeField'
import { useFormat } from '@/ui/format'
import { MOST_UNITS } from './find-line'
import classes from './Inventories.module.css'

type CountLineProps = {
  line: InventoryLine
  /** Units that this person has counted here. */
  own: number | undefined
  onCount(quantity: number): void
}

/** Goods in a place, and the field for their units. */
export function CountLine({ line, own, onCount }: CountLineProps) {
  const { t } = useTranslation('inventories')
  const format = useFormat()
  const [typed, setTyped] = useState<number | null>(null)
  const isCounted = own !== undefined || !line.open

  function count() {
    if (typed === null) return
    onCount(typed)
    setTyped(null)
  }

  return (
    <li className={classes.line}>
      <Stack gap={2}>
        <Text size="sm" fw={600}>
          {line.place} · {line.title}
        </Text>
        <Text size="xs" c="dimmed">
          {[line.sku, line.lot, line.expiration_date && format.day(line.expiration_date)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {isCounted && (
          <Badge variant="light" color="teal" tt="none" leftSection={<IconCheck size={12} aria-hidden />}>
            {own === undefined ? t('counted') : t('ownCount', { number: format.number(own) })}
          </Badge>
        )}
      </Stack>
      <div className={classes.count}>
        <WholeField
          data-line={line.line}
          size="md"
          w={112}
          aria-label={t('countOfLine', {
            goods: [line.title, line.lot].filter(Boolean).join(' '),
            place: line.place,
          })}
          placeholder={t('units')}
          max={MOST_UNITS}
          value={typed}
          onChange={setTyped}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            count()
          }}
        />
        <ActionIcon
          size={44}
          variant="light"
          disabled={typed === null}
          aria-label={t('action.take')}
          onClick={count}
        >
          <IconCheck size={18} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  )
}
