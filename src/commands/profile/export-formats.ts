/** The formats of other tools. */
export const exportFormats = ['speedscope', 'pprof', 'otlp'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export function exportFormatOf(given: string | undefined): ExportFormat | undefined {
  return exportFormats.find((format) => format === given);
}
