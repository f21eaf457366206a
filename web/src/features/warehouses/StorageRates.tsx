import { ActionIcon, Button, Fieldset, Input, SimpleGrid, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ClientGroupChoice } from '@/shared/choices/RecordChoice'
import { DayField } from '@/ui/fields/DayField'
import { SizeField, WeightField } from '@/ui/fields/MeasureField'
import { MoneyField } from '@/ui/fields/MoneyField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { useFormat } from '@/ui/format'
import { newRate, type StorageRateValues, type WarehouseValues } from './values'

/** The server takes as many. */
const MOST = 100

type RatesProps = {
  at: TiedFields<WarehouseValues>['at']
  rates: StorageRateValues[]
  currency: string | null
  onChange(rates: StorageRateValues[]): void
  onRemove(index: number): void
}

/** The price of storage by the group of the client and the size of the parcel, with dates. */
export function StorageRates({ at, rates, currency, onChange, onRemove }: RatesProps) {
  const { t } = useTranslation('warehouses')
  const format = useFormat()
  return (
    <Input.Wrapper
      label={t('rates.title')}
      labelElement="div"
      description={t('rates.text')}
      {...at('storage.rates')}
    >
      <Stack gap="sm" mt="xs">
        {rates.map((rate, index) => (
          <Rate
            // biome-ignore lint/suspicious/noArrayIndexKey: a rate that is typed has no other name
            key={index}
            at={at}
            index={index}
            rate={rate}
            currency={currency}
            onChange={(part) => onChange(rates.with(index, { ...rate, ...part }))}
            onRemove={() => onRemove(index)}
          />
        ))}
        {rates.length < MOST && (
          <div>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={15} stroke={1.75} aria-hidden />}
              onClick={() => onChange([...rates, newRate(format.today())])}
            >
              {t('rates.add')}
            </Button>
          </div>
        )}
      </Stack>
    </Input.Wrapper>
  )
}

type RateProps = Pick<RatesProps, 'at' | 'currency'> & {
  index: number
  rate: StorageRateValues
  onChange(part: Partial<StorageRateValues>): void
  onRemove(): void
}

function Rate({ at, index, rate, currency, onChange, onRemove }: RateProps) {
  const { t } = useTranslation('warehouses')
  const field = (name: keyof StorageRateValues) => at(`storage.rates.${index}.${name}`)
  const number = index + 1
  return (
    <Fieldset legend={t('rates.one', { number })}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <ClientGroupChoice
          {...field('client_group_id')}
          label={t('field.rate_group')}
          placeholder={t('rates.anyGroup')}
          value={rate.client_group_id}
          onChange={(client_group_id) => onChange({ client_group_id })}
        />
        <MoneyField
          {...field('fee_per_day')}
          label={t('field.storage_fee')}
          withAsterisk
          value={rate.fee_per_day}
          {...(currency && { currency })}
          onChange={(fee_per_day) => onChange({ fee_per_day })}
        />
        <WeightField
          {...field('max_weight_g')}
          label={t('field.rate_weight')}
          value={rate.max_weight_g}
          onChange={(max_weight_g) => onChange({ max_weight_g })}
        />
        <SizeField
          {...field('max_side_mm')}
          label={t('field.rate_side')}
          value={rate.max_side_mm}
          onChange={(max_side_mm) => onChange({ max_side_mm })}
        />
        <DayField
          {...field('valid_from')}
          label={t('field.rate_from')}
          withAsterisk
          value={rate.valid_from ?? ''}
          onChange={(valid_from) => onChange({ valid_from })}
        />
        <DayField
          {...field('valid_to')}
          label={t('field.rate_to')}
          value={rate.valid_to ?? ''}
          onChange={(valid_to) => onChange({ valid_to: valid_to || null })}
        />
      </SimpleGrid>
      <ActionIcon
        mt="sm"
        size={36}
        variant="default"
        aria-label={t('rates.remove', { number })}
        onClick={onRemove}
      >
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Fieldset>
  )
}
