import { Anchor, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { NamedService } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { FormSection } from '@/ui/form/ResourceForm'
import { localeText } from '@/ui/locale-text'

/** The services of a record, each with the way to it where the user may open services. */
export function NamedServices({ services, text }: { services: NamedService[]; text: string }) {
  const { t, i18n } = useTranslation(['common', 'shell'])
  const { menu } = useProfile()
  return (
    <FormSection title={t('shell:resources.service')} text={text}>
      {services.length === 0 && <Text c="dimmed">{t('related.noServices')}</Text>}
      <Group gap="md">
        {services.map(({ id, code, title_locale }) => {
          const name = localeText(title_locale, i18n.language) || code
          return menu.services ? (
            <Anchor key={id} component={AppLink} to={paths['services.edit']({ id })} size="sm">
              {name}
            </Anchor>
          ) : (
            <Text key={id} size="sm">
              {name}
            </Text>
          )
        })}
      </Group>
    </FormSection>
  )
}
