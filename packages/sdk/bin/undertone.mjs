#!/usr/bin/env node
// A file of its own, because npm links commands when it installs, before anything is built.
import '../dist/cli/main.js';
