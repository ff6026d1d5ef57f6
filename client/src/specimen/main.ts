/** For development: every drawing once, and whole tables. `#dark` for the dark theme, `?show=free|grid|sheet`. */

import { mount } from 'svelte';

import '../tokens.css';
import Specimen from './Specimen.svelte';

if (location.hash === '#dark') document.documentElement.dataset['theme'] = 'dark';
const target = document.getElementById('app');
if (target) mount(Specimen, { target });
