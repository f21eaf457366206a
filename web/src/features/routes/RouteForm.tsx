import { Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  routeCreate,
  routeUpdate,
  useRouteDrivers,
  useRouteShow,
} from '@/api/generated/endpoints/deliveries/deliveries'
import { freshly } from '@/api/record-query'
import { RunStatus } from '@/api/schema'
import { RecordForm } from '@/blocks/RecordForm'
import { paths } from '@/context/paths'
import { SubsidiaryChoice } from '@/shared/choices/RecordChoice'
import { refreshRoutes } from '@/shared/deliveries/refresh'
import { isPlace } from '@/ui/fields/coordinates'
import { DayField } from '@/ui/fields/DayField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useFormat } from '@/ui/format'
import { emptyRoute, inputOf, valuesOf } from './values'

/** Creates a run, or changes the one of this id. */
export function RouteForm({ id }: { id?: string }) {
  const { t } = useTranslation('routes')
  const { required } = useRules()
  const format = useFormat()
  const drivers = useRouteDrivers()
  const result = useRouteShow(id ?? '', freshly(id))
  const status = result.data?.data.status ?? RunStatus.Draft
  const isPlanned = status === RunStatus.Draft || status === RunStatus.Ready
  const offered = drivers.data?.data ?? []
  const driverText = offered.length > 0 ? t('driverText') : t('noDrivers')
  return (
    <RecordForm
      name="route"
      id={id}
      result={result}
      lookups={[drivers]}
      title={id ? t('one') : t('create')}
      text={t('createText')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      empty={() => emptyRoute(format.today())}
      valuesOf={valuesOf}
      validate={{ on_date: required, start: (text) => (isPlace(text) ? null : t('startWrong')) }}
      save={(values, kept) =>
        kept
          ? routeUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : routeCreate(inputOf(values))
      }
      refresh={refreshRoutes}
      leaveTo={(saved) => {
        const shown = saved?.id ?? id
        return shown ? paths['routes.show']({ id: shown }) : paths['routes.index']()
      }}
    >
      {(fields) => (
        <FormSection title={t('section.general')}>
          <DayField
            {...fields.input('on_date')}
            {...HALF}
            label={t('field.on_date')}
            withAsterisk
            min={format.today()}
          />
          <Select
            {...fields.choice('driver_id')}
            {...HALF}
            label={t('field.driver')}
            description={isPlanned ? driverText : t('driverFixed')}
            disabled={!isPlanned}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            searchable
            clearable
            data={offered.map(({ id: value, label }) => ({ value, label }))}
          />
          <TextInput {...fields.text('vehicle')} {...HALF} label={t('field.vehicle')} maxLength={60} />
          <SubsidiaryChoice {...fields.choice('subsidiary_id')} {...HALF} label={t('field.subsidiary')} />
          <TextInput
            {...fields.text('start')}
            {...HALF}
            label={t('field.start')}
            description={t('startText')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={60}
            autoComplete="off"
          />
          <Textarea
            {...fields.text('note')}
            label={t('field.note')}
            description={t('noteText')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autosize
            minRows={2}
            maxLength={500}
          />
        </FormSection>
      )}
    </RecordForm>
  )
}
