import { Button, CloseButton, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PickListDetails } from '@/api/schema'
import { SizeField, WeightField } from '@/ui/fields/MeasureField'
import { WholeField } from '@/ui/fields/WholeField'
import { useFormat } from '@/ui/format'
import classes from './PickLists.module.css'
import { countUnits, type OpenParcel } from './parcel-contents'
import type { Packing } from './usePacking'

type OpenParcelCardProps = { list: PickListDetails; parcel: OpenParcel; index: number; packing: Packing }

/** A parcel that is being packed: its goods, weight and size. Scans go into the one at hand. */
export function OpenParcelCard({ list, parcel, index, packing }: OpenParcelCardProps) {
  const { t } = useTranslation('pick-lists')
  const { parcels, current, problems } = packing
  const isCurrent = parcel.key === current
  const title = t('parcels.one', { number: index + 1 })
  const at = (field: string) => problems[`parcels.${index}.${field}`]
  return (
    <section className={classes.parcel} aria-label={title} data-current={isCurrent || undefined}>
      <Group justify="space-between">
        <Text fw={600}>
          {title} · {t('parcels.units', { count: countUnits(parcel) })}
        </Text>
        <Group gap="xs">
          {!isCurrent && (
            <Button variant="default" size="compact-sm" onClick={() => packing.choose(parcel.key)}>
              {t('parcels.choose', { number: index + 1 })}
            </Button>
          )}
          {parcels.length > 1 && (
            <CloseButton
              aria-label={t('parcels.remove', { number: index + 1 })}
              onClick={() => packing.remove(parcel.key)}
            />
          )}
        </Group>
      </Group>
      <Contents list={list} parcel={parcel} number={index + 1} packing={packing} />
      <div className={classes.measures}>
        <WeightField
          label={t('field.weight')}
          withAsterisk
          value={parcel.weight_g}
          error={at('weight_g')}
          onChange={(weight_g) => packing.change(parcel.key, { weight_g })}
        />
        {(['length_mm', 'width_mm', 'height_mm'] as const).map((side) => (
          <SizeField
            key={side}
            label={t(`field.${side}`)}
            value={parcel[side]}
            error={at(side)}
            onChange={(size) => packing.change(parcel.key, { [side]: size })}
          />
        ))}
      </div>
    </section>
  )
}

type ContentsProps = { list: PickListDetails; parcel: OpenParcel; number: number; packing: Packing }

function Contents({ list, parcel, number, packing }: ContentsProps) {
  const { t } = useTranslation('pick-lists')
  const format = useFormat()
  const lines = list.lines.filter(({ line }) => parcel.contents[line])
  if (lines.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('parcels.empty')}
      </Text>
    )
  }
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
    <ul role="list" className={classes.list}>
      {lines.map(({ line, title }) => (
        <li key={line} className={classes.line}>
          <Text size="sm">
            {format.number(parcel.contents[line] ?? 0)} × {title}
          </Text>
          <TakeOut
            of={{ goods: title, number }}
            most={parcel.contents[line] ?? 0}
            onTake={(units) => packing.takeOut(parcel.key, line, units)}
          />
        </li>
      ))}
    </ul>
  )
}

type TakeOutProps = { of: { goods: string; number: number }; most: number; onTake(units: number): void }

/** Takes units out of a parcel: as many as the field says, all when it says nothing. */
function TakeOut({ of, most, onTake }: TakeOutProps) {
  const { t } = useTranslation('pick-lists')
  const [units, setUnits] = useState<number | null>(null)

  function take() {
    onTake(Math.min(units || most, most))
    setUnits(null)
  }

  return (
    <Group gap="xs" wrap="nowrap">
      <WholeField
        size="xs"
        w="5rem"
        aria-label={t('parcels.unitsOut', of)}
        placeholder={t('parcels.allOut')}
        min={1}
        max={most}
        value={units}
        onChange={setUnits}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          take()
        }}
      />
      <Button variant="subtle" size="compact-sm" aria-label={t('parcels.takeOutOf', of)} onClick={take}>
        {t('parcels.takeOut')}
      </Button>
    </Group>
  )
}
