/** Every page of the site, by what somebody wants to do. A test holds it against the folder: no page is missing, none is made up. */

/** @param {string} text @param {string} name */
const page = (text, name) => ({ text, link: `/${name}` });

export const sidebar = [
  {
    text: 'Begin here',
    items: [page('Getting started', 'getting-started')],
  },
  {
    text: 'Write tests',
    items: [
      page('Scenarios', 'scenarios'),
      page('Simulations', 'simulation'),
      page('Distributed scenarios', 'distributed'),
      page('Properties', 'property-testing'),
      page('The SDK', 'sdk'),
      page('Checkers', 'checkers'),
      page('Memory model', 'memory'),
      page('Host backends', 'host-backends'),
    ],
  },
  {
    text: 'Find failures',
    items: [
      page('Running and testing', 'running'),
      page('Searching', 'exploration'),
      page('Fuzzing', 'fuzzing'),
      page('Isolation', 'isolation'),
      page('Corpora', 'corpus'),
    ],
  },
  {
    text: 'Understand failures',
    items: [
      page('Replay and traces', 'replay'),
      page('Shrinking', 'shrinking'),
      page('The story of a run', 'show'),
      page('Confirming', 'confirm'),
      page('Profiling', 'profiling'),
    ],
  },
  {
    text: 'Report and gate',
    items: [
      page('Reporters', 'reporters'),
      page('Reports', 'reports'),
      page('CI', 'ci'),
      page('Gate and full', 'gate'),
      page('Doctor', 'doctor'),
      page('Maps of source', 'map'),
    ],
  },
  {
    text: 'Reference',
    items: [
      page('Commands', 'reference/cli'),
      page('Steps', 'reference/steps'),
      page('Profile documents', 'reference/profile'),
      page('Configuration keys', 'reference/config'),
      page('Error codes', 'reference/error-codes'),
      page('Finding codes', 'reference/finding-codes'),
    ],
  },
  {
    text: 'Project',
    items: [page('Configuration', 'configuration'), page('Contracts', 'contracts'), page('Dependencies', 'dependencies')],
  },
];
