import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/es'
import 'dayjs/locale/pt-br'
import 'dayjs/locale/zh-cn'
import type { DayOfWeek } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { useFormat } from '@/ui/format'
import { firstWeekday } from './first-weekday'

/** Names and first days of these come with dayjs, which spells the languages its own way. */
const DAYJS_LOCALES: Record<string, string> = { 'pt-BR': 'pt-br', es: 'es', 'zh-CN': 'zh-cn' }

/** What every calendar has: names in the page's language, and weeks as the reader's country begins them. */
export function useCalendar() {
  const { t, i18n } = useTranslation()
  const { preferences } = useFormat()
  return {
    hideOutsideDates: true,
    highlightToday: true,
    // Mantine's red for weekends cannot be read on dark.
    weekendDays: [] as DayOfWeek[],
    locale: DAYJS_LOCALES[i18n.language] ?? 'en',
    firstDayOfWeek: firstWeekday(preferences.locale) as DayOfWeek,
    ariaLabels: {
      nextMonth: t('dates.nextMonth'),
      previousMonth: t('dates.previousMonth'),
      nextYear: t('dates.nextYear'),
      previousYear: t('dates.previousYear'),
      nextDecade: t('dates.nextDecade'),
      previousDecade: t('dates.previousDecade'),
    },
  }
}
